#!/usr/bin/env python3
"""Prints a shell script of the last stage of a Containerfile: container.py CONTAINERFILE

For machines without a container engine. The script needs a new Debian system with the package at
/almanac.deb, and runs the image's command with --samples.
"""
import json
import re
import shlex
import sys

text = re.sub(r"^\s*#.*\n", "", open(sys.argv[1], encoding="utf-8").read(), flags=re.M)
lines = [line.split(None, 1) for line in text.replace("\\\n", " ").splitlines() if line.strip()]
start = max(number for number, line in enumerate(lines) if line[0] == "FROM")
user, command = "0:0", {}
print("set -euo pipefail")
for word, rest in lines[start + 1:]:
    if word == "COPY":
        source, target = rest.split()[-2:]
        assert rest.startswith("--from=build ") and source.endswith("/almanac_*.deb"), rest
        print(f"cp /almanac.deb {shlex.quote(target)}almanac_copied.deb")
    elif word == "RUN":
        print(f"( {rest} ) >/dev/null")
    elif word == "ENV":
        print(f"export {rest}")
    elif word == "USER":
        user = rest
    elif word in ("ENTRYPOINT", "CMD"):
        command[word] = json.loads(rest)
    elif word != "VOLUME":
        sys.exit(f"{sys.argv[1]}: {word} is not supported")
uid, gid = user.split(":")
words = command["ENTRYPOINT"] + command["CMD"] + ["--samples"]
print(f"exec setpriv --reuid {uid} --regid {gid} --clear-groups -- {shlex.join(words)}")
