#!/usr/bin/env python3
"""One peer, once: peers.py feedparser | fastfeedparser | lxml FILE; prints how many items it found.

lxml only reads the text of every element: it knows no feeds, and no reader built on it can be faster.
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
