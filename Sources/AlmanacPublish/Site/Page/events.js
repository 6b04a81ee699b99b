// The records of data.js for one campus, with one entry for each date.

/** Lower case without combining marks, so that "leopold" finds "Léopold". */
function folded(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Groups values by the result of a function, in the order of their first occurrence. */
function grouped(values, key) {
  const groups = new Map();
  for (const value of values) {
    const name = key(value);
    if (groups.has(name)) groups.get(name).push(value);
    else groups.set(name, [value]);
  }
  return groups;
}

/** A campus: its places, its dates in the order of their starts, and its first day to show. */
class CampusEvents {
  constructor(data, campus) {
    this.campus = campus;
    this.firstDay = campus.firstDay;
    this.firstWeekday = data.firstWeekday;
    this.lastDay = addDays(campus.firstDay, data.days - 1);
    const today = todayIn(campus.timezone);
    this.today = today >= this.firstDay && today <= this.lastDay ? today : null;
    this.startDay = this.today ?? this.firstDay;
    this.places = new Map(campus.places.map((place) => [place.id, place]));
    this.sources = new Map(data.sources.map((source) => [source.id, source]));
    this.categories = data.categories.map((category, index) => ({ ...category, hue: index % 12 }));
    this.hues = new Map(this.categories.map((category) => [category.id, category.hue]));
    this.names = new Map(this.categories.map((category) => [category.id, category.name]));
    this.events = new Map();
    this.entries = [];
    for (const event of data.events) {
      if (event.campus !== campus.id) continue;
      for (const id of [event.id, ...(event.aliases ?? [])]) this.events.set(id, event);
      for (const date of event.dates) this.entries.push(this.#entry(event, date));
    }
    this.entries.sort((one, other) => (one.begins < other.begins ? -1 : one.begins > other.begins ? 1 : 0));
  }

  /** Where a date takes place: its own place, else the event's. */
  static location(event, date) {
    return date?.at ?? event;
  }

  /** The text of a venue: `Room, Place` if the place is known, else the source's text. */
  venueText(location) {
    const place = this.places.get(location.place);
    if (!place) return location.venue ?? null;
    return location.room ? `${location.room}, ${place.name}` : place.name;
  }

  /** The place to show on the map: the place itself, else the nearest around it with a point. */
  placeOnMap(id) {
    let place = this.places.get(id);
    for (let steps = 0; place && !place.point && steps < 8; steps += 1) {
      place = this.places.get(place.within);
    }
    return place?.point ? place : null;
  }

  /** The coordinates of a location: its own, such as a room's, else its place's; null if unknown. */
  point(location) {
    return location.point ?? this.placeOnMap(location.place)?.point ?? null;
  }

  /** Ids of the places within a place, itself included. */
  within(id) {
    const found = new Set([id]);
    for (let size = 0; size !== found.size;) {
      size = found.size;
      for (const place of this.places.values()) {
        if (found.has(place.within)) found.add(place.id);
      }
    }
    return found;
  }

  /** Whether people can attend online, alone or in addition to a place. */
  static isOnline(event) {
    return ['online', 'hybrid'].some((tag) => event.tags?.includes(tag));
  }

  /** Meters from a date's place to a point (haversine); NaN if the place is unknown. */
  distance({ location }, [latitude, longitude]) {
    const point = this.point(location);
    if (!point) return NaN;
    const radians = Math.PI / 180;
    const half = (one, other) => Math.sin(((other - one) * radians) / 2) ** 2;
    const a = half(point[0], latitude)
      + Math.cos(point[0] * radians) * Math.cos(latitude * radians) * half(point[1], longitude);
    return 2 * 6371008.8 * Math.asin(Math.min(1, Math.sqrt(a)));
  }

  /** The 20 most frequent audiences, sorted by name. */
  get audiences() {
    const counts = new Map();
    for (const { audience } of new Set(this.entries.map((entry) => entry.event))) {
      if (audience) counts.set(audience, (counts.get(audience) ?? 0) + 1);
    }
    return [...counts].sort((one, other) => other[1] - one[1]).slice(0, 20).map(([audience]) => audience).sort();
  }

  /** The middle of the campus. */
  get center() {
    const points = [...this.places.values()].map((place) => place.point).filter(Boolean);
    const middle = (index) => points.reduce((sum, point) => sum + point[index], 0) / points.length;
    if (this.campus.bounds) {
      const [west, south, east, north] = this.campus.bounds;
      return [(south + north) / 2, (west + east) / 2];
    }
    return points.length ? [middle(0), middle(1)] : null;
  }

  /** Whether the texts of a date contain all words. */
  mentions(entry, words) {
    const text = this.#text(entry.event);
    entry.text ??= this.#textOf(entry);
    return words.every((word) => text.includes(word) || entry.text.includes(word));
  }

  /**
   * Prepares the search in the background: folding ten thousand descriptions takes a moment, and most
   * readers never search.
   */
  fold(next = 0) {
    if (this.isFolded) return;
    const end = performance.now() + 8;
    let index = next;
    for (; index < this.entries.length && performance.now() < end; index += 1) {
      const entry = this.entries[index];
      this.#text(entry.event);
      entry.text ??= this.#textOf(entry);
    }
    this.isFolded = index >= this.entries.length;
    if (!this.isFolded) setTimeout(() => this.fold(index));
  }

  #text(event) {
    this.texts ??= new Map();
    let text = this.texts.get(event);
    if (text === undefined) {
      text = folded([event.title, event.organizer, ...(event.tags ?? []), event.text].filter(Boolean).join('\n'));
      this.texts.set(event, text);
    }
    return text;
  }

  #textOf({ date, location }) {
    return folded([date.title, date.text, this.venueText(location), location.venue].filter(Boolean).join('\n'));
  }

  hue(event) {
    return this.hues.get(event.categories?.[0]) ?? 11;
  }

  /** The date of an event to open first: the next one that is not over. */
  nextDate(event) {
    return event.dates.find((date) => (date.last ?? date.start.slice(0, 10)) >= this.startDay)
      ?? event.dates[0];
  }

  #entry(event, date) {
    const location = CampusEvents.location(event, date);
    const day = date.start.slice(0, 10);
    return {
      event,
      date,
      location,
      day,
      last: date.last ?? day,
      // Whole days first. Local times of one zone sort like instants, except in one hour a year.
      begins: isWholeDay(date) ? `${day}T` : date.start,
      place: location.place ?? null,
      status: date.status ?? event.status ?? 'confirmed',
    };
  }
}
