"""The line that breaks on purpose (``tests/chaos/proxy.py``) leaves nothing open behind it."""

from __future__ import annotations

import gc
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.chaos.proxy import Line, standing


class Long(BaseHTTPRequestHandler):
    """Answers more than the buffers of both sockets hold."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"x" * 20_000_000)

    def log_message(self, *_: object) -> None:
        """Says nothing."""


def test_an_answer_that_nobody_reads_to_its_end_leaves_no_connection_open() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Long) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        try:
            where = f"http://127.0.0.1:{server.server_port}"
            with socket.socket() as phone:
                with standing(Line(where, share=0, seed=1)) as line:
                    phone.connect(("127.0.0.1", line.port))
                    phone.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                    assert phone.recv(1)  # the rest waits until somebody reads it
                assert open_at(line.port) == []
        finally:
            server.shutdown()
            serving.join()


def open_at(port: int) -> list[socket.socket]:
    """The sockets of this process that stand at a port."""
    opened = [one for one in gc.get_objects() if isinstance(one, socket.socket) and one.fileno() != -1]
    return [one for one in opened if one.family == socket.AF_INET and one.getsockname()[1] == port]
