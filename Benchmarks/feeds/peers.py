#!/usr/bin/env python3
"""Runs one peer once: peers.py feedparser | fastfeedparser | lxml FILE. Prints the number of items.

lxml only reads the text of every element, so no feed reader that uses it can be faster.
"""
import sys

job, path = sys.argv[1:]
if job == "feedparser":
    import feedparser
    print(len(feedparser.parse(path).entries))
elif job == "fastfeedparser":
    import fastfeedparser
    print(len(fastfeedparser.parse(open(path, "rb").read()).entries))
else:
    from lxml import etree
    found = 0
    for _, item in etree.iterparse(path, tag="item"):
        found += len([child.text for child in item]) > 0
        item.clear()
        while item.getprevious() is not None:
            del item.getparent()[0]
    print(found)
