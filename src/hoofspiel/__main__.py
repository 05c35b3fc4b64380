"""python -m hoofspiel"""

import sys

from hoofspiel.cli import main

sys.exit(main())
