#!/usr/bin/env python3
"""Prints a shell script with the files and commands of a page of docs/.

Usage: commands.py PAGE. A block after `<!-- write: FILE -->` becomes that file. In a block after
`<!-- run -->`, lines with the prompt `$ ` become commands, with their continuation lines.
"""
import re
import shlex
import sys

page = open(sys.argv[1], encoding="utf-8").read()
print("set -euo pipefail")
for order, block in re.findall(r"<!-- ((?:run|write: )[^>]*?) -->\n```\w*\n(.*?)\n```", page, re.S):
    if order.startswith("write: "):
        name = shlex.quote(order.removeprefix("write: "))
        print(f"mkdir -p \"$(dirname {name})\"\ncat >{name} <<'END_OF_FILE'\n{block}\nEND_OF_FILE")
        continue
    command = None
    for line in block.split("\n"):
        if command is not None:
            command += "\n" + line
        elif line.startswith("$ "):
            command = line[2:]
        if command is not None and not command.endswith("\\"):
            print(f"echo '$' {shlex.quote(command)}\n{command}")
            command = None
