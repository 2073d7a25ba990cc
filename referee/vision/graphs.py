"""The nets as ONNX graphs, made in memory of the same numbers, for onnxruntime: less than half the time of numpy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper

from referee.vision.finding import Floats, Net
from referee.vision.nets import Layers


class Graph:
    """Layers as nodes: a value is the name of what a node gives. Pictures are (colour, down, right) between them."""

    def __init__(self, arrays: dict[str, Floats]) -> None:
        self.arrays = arrays
        self.nodes: list[onnx.NodeProto] = []
        self.numbers: list[onnx.TensorProto] = []

    def node(self, kind: str, inputs: list[str], **how: object) -> str:
        output = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [output], **how))
        return output

    def number(self, name: str, array: Floats) -> str:
        self.numbers.append(numpy_helper.from_array(np.ascontiguousarray(array), name))
        return name

    def layer(self, name: str, x: str, stride: int = 1, spread: int = 1, relu: bool = True) -> str:
        weight = self.number(f"{name}.weight", self.arrays[f"{name}.weight"].transpose(3, 2, 0, 1))
        bias = self.number(f"{name}.bias", self.arrays[f"{name}.bias"])
        edge = spread if self.arrays[f"{name}.weight"].shape[0] == 3 else 0
        y = self.node("Conv", [x, weight, bias], strides=[stride, stride], dilations=[spread, spread], pads=[edge] * 4)
        return self.node("Relu", [y]) if relu else y

    def residual(self, name: str, x: str, spread: int = 1) -> str:
        inner = self.layer(f"{name}.first", x, spread=spread)
        return self.node("Relu", [self.plus(self.layer(f"{name}.second", inner, relu=False), x)])

    def plus(self, x: str, y: str) -> str:
        return self.node("Add", [x, y])

    def doubled(self, x: str) -> str:
        scales = f"twice{len(self.nodes)}"
        self.number(scales, np.array([1, 1, 2, 2], np.float32))
        return self.node(
            "Resize", [x, "", scales], mode="nearest", nearest_mode="floor", coordinate_transformation_mode="asymmetric"
        )

    def judged(self, name: str, x: str) -> str:
        halves = self.node("AveragePool", [x], kernel_shape=[2, 2], strides=[2, 2])
        weight = self.number(f"{name}.weight", self.arrays[f"{name}.weight"])
        bias = self.number(f"{name}.bias", self.arrays[f"{name}.bias"])
        return self.node("Gemm", [self.node("Flatten", [halves]), weight, bias])


def runner(net: Callable[[Layers[str], str], str], arrays: dict[str, Floats], pictures_come_out: bool) -> Net:
    """A net as a function of numbers, on one core, and without memory that it keeps between pictures."""
    graph = Graph(arrays)
    out = net(graph, graph.node("Transpose", ["pictures"], perm=[0, 3, 1, 2]))
    if pictures_come_out:
        out = graph.node("Transpose", [out], perm=[0, 2, 3, 1])
    made = helper.make_graph(
        graph.nodes,
        "net",
        [helper.make_tensor_value_info("pictures", TensorProto.FLOAT, [None, None, None, 3])],
        [helper.make_tensor_value_info(out, TensorProto.FLOAT, None)],
        graph.numbers,
    )
    # of a version that onnxruntime has read since 2022, however new the onnx is that writes it
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, ["CPUExecutionProvider"])

    def run(pictures: Floats) -> Floats:
        [answers] = session.run(None, {"pictures": pictures})
        return np.asarray(answers, np.float32)

    return run
