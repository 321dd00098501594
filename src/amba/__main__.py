"""`python -m amba` is the `amba` command."""

import sys

from amba.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
