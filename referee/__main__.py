"""``python -m referee``: the same as the command ``referee``."""

import sys

from referee.cli.main import main

sys.exit(main())
