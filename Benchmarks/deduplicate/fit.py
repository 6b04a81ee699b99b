#!/usr/bin/env python3
"""Learns the weights of LearnedWeights.swift: fit.py [--one-source] FEATURES.csv:WEIGHT... [--compare FILE | --write FILE]

FEATURES.csv is what `PairFeaturesTests` writes of records whose truth is known (its comment says how).
The weights are a logistic regression (L2 of 1, in natural units; printed in bits) over one-hot bins, which
are those of FeatureBins.swift; change both together. Only four of the ten cities are learned from
(toronto, santarosa, petaluma, davis), the others are what the printed "test" figures are about.

The weights of 2026-11 were made of the synthetic set (1), of a second one of another seed, which
`eventdup.py base.jsonl OUT --n 60000 --regions 1 --years 4 --seed 7` makes (0.5), and of the real feeds (2; of one
source 3); pairs of the real feeds whose title or time differs count eight times, because there are few of
them. The corpora have no gazetteer, so that nothing is known of placed venues: those five bins are set
beside the bins of texts that say the same, see `without_gazetteer`. What forbids a pair by itself
(PairScorer) is not learned from.

--write replaces the weights in LearnedWeights.swift; --compare prints the largest differences to them. From the features of 2026-11 they
are the bias alone, 0.09 bits of two sources and 0.55 of one (a bin for equal announcements was learned with
them and is not used), and 0.11 in all others. Since then two venue texts of one source without a common
word are two places, which moves some features; so do those of which one says little, and what a source
canceled is compared with what it announced. The bin of venues of which each says much was parted from that
of unlike texts by hand, after it was found wrong seven times of eight in generated records of other seeds.

Needs numpy and scipy.
"""
import argparse
import collections
import csv
import json
import re
import textwrap

import numpy as np
import scipy.sparse as sparse
from scipy.optimize import minimize

LEARNED = {"toronto", "santarosa", "petaluma", "davis"}
TEXT = [0, .02, .08, .2, .35, .5, .65, .8, .92]
AGREEMENT = [.2, .35, .5, .62, .72, .8, .87, .93, .98]
SHARED, LESS, MORE = [4, 7, 10, 13, 17, 22, 28, 36], [.25, 1.5, 3, 5, 8, 12, 17], [.5, 2, 4, 7, 11, 16, 24]
BITS = 1 / np.log(2)


def load(path, one_source):
    with open(path, newline="") as file:
        rows = [row for row in csv.DictReader(file) if (row["same"] == "1") == one_source]
    names = ("time", "place", "text", "shared", "less", "more", "conflict", "equal", "link", "rivals",
             "usual", "veto")
    data = {name: np.array([float(row[name]) for row in rows]) for name in names}
    whole = data["shared"] + data["less"] + .2 * (data["more"] - data["less"])
    data["agreement"] = data["shared"] / np.maximum(1e-6, whole)
    data["label"] = np.array([float(row["label"]) for row in rows])
    data["learned"] = np.array([re.sub(r"-\d+$", "", row["city"]) in LEARNED for row in rows])
    data["rare"] = np.array([row["kind"] in ("title", "time", "title+time") for row in rows])
    return data


def bins(values, bounds):
    return np.searchsorted(np.array(bounds), values, side="right")


def features(data):
    """By name of PairWeights: the bin of each pair, and how many bins there are."""
    time, place = data["time"].astype(int), data["place"].astype(int)
    rivals = data["rivals"].astype(int)
    text = np.where(data["text"] < 0, 0, bins(data["text"], TEXT))
    agreement = bins(data["agreement"], AGREEMENT)
    usual = (data["usual"] > 0) & (time >= 5) & (time <= 8)
    time_class = np.select([time <= 2, time == 3, time == 4, time <= 7], [0, 1, 2, 3], 4)
    place_class = np.select(
        [np.isin(place, [0, 1, 5, 6]), np.isin(place, [3, 7, 11, 14]), place == 15], [0, 1, 2], 3)
    text_class = np.select([text == 0, text <= 3, text <= 6], [0, 1, 2], 3)
    agreement_class = np.select([agreement <= 2, agreement <= 5, agreement <= 7], [0, 1, 2], 3)
    shared_class = bins(data["shared"], [8, 14, 22])
    less_class = np.select([data["less"] < 1.5, data["less"] < 6], [0, 1], 2)
    return {
        "time": (np.where(usual, 11 + (time == 8), time), 13),
        "place": (place, 17), "text": (text, 10), "shared": (bins(data["shared"], SHARED), 9),
        "less": (bins(data["less"], LESS), 8), "more": (bins(data["more"], MORE), 8),
        "agreement": (agreement, 10), "conflict": (data["conflict"].astype(int), 4),
        "equal": (data["equal"].astype(int), 2), "link": (data["link"].astype(int), 4),
        "timeByRival": (time_class * 2 + (rivals & 1), 10),
        "placeByRival": (place_class * 2 + (rivals >> 1 & 1), 8),
        "rivalByLess": ((rivals >> 2) * 3 + less_class, 6),
        "placeByText": (place_class * 4 + text_class, 16),
        "agreementByText": (agreement_class * 4 + text_class, 16),
        "agreementByPlace": (agreement_class * 4 + place_class, 16),
        "timeByAgreement": (time_class * 4 + agreement_class, 20),
        "sharedByPlace": (shared_class * 4 + place_class, 16),
        "sharedByTime": (shared_class * 5 + time_class, 20),
    }


def matrix(columns):
    offsets = np.cumsum([0] + [count for _, count in columns.values()])
    cells = np.stack([values + offset for (values, _), offset in zip(columns.values(), offsets)], 1)
    return sparse.csr_matrix(
        (np.ones(cells.size), cells.ravel(), np.arange(0, cells.size + 1, cells.shape[1])),
        shape=(len(cells), offsets[-1]))


def learn(sets):
    """Bias and weights, in natural units."""
    x = sparse.vstack([matrix(features(data))[keep] for data, keep, _ in sets]).tocsr()
    y = np.concatenate([data["label"][keep] for data, keep, _ in sets])
    w = np.concatenate([np.where(data["rare"], 8, 1)[keep] * weight for data, keep, weight in sets])

    def loss(b):
        z = x @ b[1:] + b[0]
        slope = (1 / (1 + np.exp(-z)) - y) * w
        value = (w * (np.logaddexp(0, z) - y * z)).sum() + (b[1:] ** 2).sum() / 2
        return value, np.concatenate([[slope.sum()], x.T @ slope + b[1:]])

    return minimize(loss, np.zeros(x.shape[1] + 1), jac=True, method="L-BFGS-B",
                    options=dict(maxiter=400)).x


def without_gazetteer(place):
    """Room, place, other rooms, nearby, another place; online or not, both online: never or seldom seen."""
    place[0], place[1], place[2], place[3] = place[5] + 1, place[5], place[12] - 1, place[7]
    place[14], place[13], place[4] = place[15] + .5, place[12] / 2, place[12] - 4


def weights_in(path):
    """What LearnedWeights.swift has, by "twoSources" and "oneSource"."""
    return json.loads(re.search(r'"""\n(.*)\n *"""', open(path).read(), re.S)[1])


def write(path, all_weights):
    parts = []
    for part, weights in all_weights.items():
        rows = ",\n".join(
            textwrap.fill(f'"{name}": [{", ".join(f"{value + 0:g}" for value in values)}]', 98,
                          initial_indent=" " * 8, subsequent_indent=" " * 10)
            for name, values in weights.items())
        parts.append(f'      "{part}": {{\n{rows}\n      }}')
    text = "    {\n" + ",\n".join(parts) + "\n    }"
    swift = open(path).read()
    with open(path, "w") as file:
        file.write(re.sub(r'("""\n).*(\n *""")', lambda found: found[1] + text + found[2], swift, flags=re.S))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--one-source", action="store_true")
    parser.add_argument("--compare")
    parser.add_argument("--write")
    call = parser.parse_args()
    sets = []
    for argument in call.sets:
        path, _, weight = argument.rpartition(":")
        data = load(path, call.one_source)
        sets.append((data, data["learned"] & (data["veto"] <= 1), float(weight)))
    b = learn(sets)
    for (data, keep, _), argument in zip(sets, call.sets):
        for name, mask in (("train", keep), ("test", ~data["learned"] & (data["veto"] <= 1))):
            if not mask.any():
                continue
            z, y = matrix(features(data))[mask] @ b[1:] + b[0], data["label"][mask]
            right = ((z > 0) & (y > 0)).sum()
            print(f"# {argument} {name}: {mask.sum()} pairs, loss {(np.logaddexp(0, z) - y * z).mean():.4f}, "
                  f"precision {right / max(1, (z > 0).sum()):.4f}, recall {right / max(1, y.sum()):.4f}")
    weights, start = {"bias": [round(b[0] * BITS, 2)]}, 1
    for name, (_, count) in features(sets[0][0]).items():
        weights[name] = [round(value * BITS, 2) for value in b[start:start + count]]
        start += count
    without_gazetteer(weights["place"])
    for name, values in weights.items():
        print(f"{name}: {[float(round(value, 2)) for value in values]}")
    part = "oneSource" if call.one_source else "twoSources"
    if call.write:
        write(call.write, weights_in(call.write) | {part: weights})
    if call.compare:
        there = weights_in(call.compare)[part]
        far = collections.Counter({
            name: max(abs(x - y) for x, y in zip(values, there[name])) for name, values in weights.items()})
        print("# farthest from the weights there, in bits:",
              ", ".join(f"{name} {value:.2f}" for name, value in far.most_common(4)))


main()
