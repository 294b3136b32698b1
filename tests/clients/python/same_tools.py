"""Lists of tools that have to say the same, whatever way they came: `same_tools.py LIST.json LIST.json…`."""

import json
import sys

lists = [json.load(open(path))["tools"] for path in sys.argv[1:]]
for path, tools in zip(sys.argv[1:], lists):
    print(len(tools), "tools in", path.rsplit("/", 1)[-1])
    assert tools == lists[0], f"{path} differs"
