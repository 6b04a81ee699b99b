#!/usr/bin/env python3
"""Generates days with labeled feasibility, and measures CP-SAT on them.

usage: days.py generate EVENTS DAYS     writes random days, labeled by trying all orders
       days.py repeat FILE EVENTS TIMES writes the days of a file with EVENTS events, repeated
       days.py cp-sat FILE              decides the days of a file with OR-Tools, one worker
"""

import json
import random
import statistics
import sys
import time


def is_feasible(events, travel):
    """The earliest end of each pair of attended events and last event; the exact answer."""
    count = len(events)
    ends = {}
    for mask in range(1, 1 << count):
        for last in range(count):
            if not mask >> last & 1:
                continue
            rest = mask & ~(1 << last)
            starts = [0] if rest == 0 else [
                ends[rest, one] + travel[one][last] for one in range(count) if (rest, one) in ends]
            if starts:
                end = max(min(starts), events[last]["lower"]) + events[last]["duration"]
                if end <= events[last]["upper"]:
                    ends[mask, last] = end
    return any(((1 << count) - 1, last) in ends for last in range(count))


def generate(count, days):
    chance = random.Random(count)
    for _ in range(days):
        points = [(chance.uniform(0, 1_500), chance.uniform(0, 1_500)) for _ in range(count)]
        travel = [[round(((a - c) ** 2 + (b - d) ** 2) ** 0.5 * 1.4 / 75) for c, d in points]
                  for a, b in points]
        events, clock = [], 480
        for number in range(count):
            duration = chance.choice([20, 30, 45, 60])
            clock += travel[number - 1][number] + chance.choice([-8, 0, 5, 15]) if number else 0
            slack = 0 if chance.random() < 0.4 else chance.randrange(10, 150)
            lower = clock - chance.randrange(slack + 1)
            events.append({
                "lower": lower, "upper": lower + duration + slack, "duration": duration})
            clock += duration
        print(json.dumps({
            "events": events, "travel": travel, "feasible": is_feasible(events, travel)}))


def repeat(file, count, times):
    lines = [line for line in open(file) if len(json.loads(line)["events"]) == count]
    for _ in range(times):
        sys.stdout.writelines(lines)


def decide(model_of, day):
    events, travel = day["events"], day["travel"]
    model = model_of.CpModel()
    starts = [model.new_int_var(event["lower"], event["upper"] - event["duration"], "")
              for event in events]
    for one in range(len(events)):
        for other in range(one):
            order = model.new_bool_var("")
            model.add(starts[other] >= starts[one] + events[one]["duration"]
                      + travel[one][other]).only_enforce_if(order)
            model.add(starts[one] >= starts[other] + events[other]["duration"]
                      + travel[other][one]).only_enforce_if(~order)
    solver = model_of.CpSolver()
    solver.parameters.num_workers = 1
    return solver.solve(model) in (model_of.OPTIMAL, model_of.FEASIBLE)


def cp_sat(file):
    from ortools.sat.python import cp_model
    times, wrong = [], 0
    for line in open(file):
        day = json.loads(line)
        start = time.perf_counter()
        found = decide(cp_model, day)
        times.append(time.perf_counter() - start)
        wrong += found != day["feasible"]
    print(f"{statistics.mean(times) * 1e6:.0f} {wrong}")


if __name__ == "__main__":
    job, *rest = sys.argv[1:]
    if job == "generate":
        generate(int(rest[0]), int(rest[1]))
    elif job == "repeat":
        repeat(rest[0], int(rest[1]), int(rest[2]))
    else:
        cp_sat(rest[0])
