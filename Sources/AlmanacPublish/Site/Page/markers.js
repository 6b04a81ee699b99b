// Markers with counts: one for each place with dates; markers that are too close are joined.

class Markers {
  constructor(map, { onPlace, onPoints }) {
    this.map = map;
    this.onPlace = onPlace;
    this.onPoints = onPoints;
    this.layer = L.layerGroup().addTo(map);
    this.stops = [];
    this.groups = [];
  }

  remove() {
    this.layer.remove();
  }

  /** Takes the dates to show, as places with their events. */
  set(events, entries) {
    const stops = new Map();
    for (const entry of entries) {
      // The position of a date never changes, so it is computed once.
      if (entry.spot === undefined) entry.spot = Markers.#spot(events, entry);
      const { spot } = entry;
      if (!spot) continue;
      let stop = stops.get(spot.key);
      if (!stop) {
        stop = { ...spot, events: new Map() };
        stops.set(spot.key, stop);
      }
      stop.events.set(entry.event, events.hue(entry.event));
    }
    this.stops = [...stops.values()].sort((one, other) =>
      other.events.size - one.events.size || (one.key < other.key ? -1 : 1));
    this.draw();
  }

  /** The position of a date: its place, or its own coordinates if the gazetteer has no place. */
  static #spot(events, entry) {
    const place = events.placeOnMap(entry.place);
    const point = place?.point ?? entry.location.point;
    if (!point) return null;
    return { key: place?.id ?? point.join(' '), place, point, name: place?.name ?? entry.location.venue ?? entry.event.title };
  }

  /** Draws the groups of this zoom level, each at its busiest place, and reuses existing markers. */
  draw() {
    const focused = document.activeElement?.dataset?.marker;
    const before = new Map(this.groups.map((group) => [group.stops[0].key, group.pin]));
    this.groups = [];
    for (const stop of this.stops) {
      const at = this.map.project(stop.point);
      const near = this.groups.find((group) => group.at.distanceTo(at) < group.radius + 13);
      if (near) near.stops.push(stop);
      else this.groups.push({ at, stops: [stop], radius: Markers.#radius(stop.events.size) });
    }
    for (const group of this.groups) {
      const { key } = group.stops[0];
      this.#mark(group, before.get(key) ?? this.#pin(key));
      before.delete(key);
    }
    for (const gone of before.values()) gone.marker?.remove();
    if (focused && document.activeElement?.dataset?.marker !== focused) this.find(focused)?.pin.element.focus();
    this.highlight(this.highlighted);
  }

  /** The markers that labels must not overlap. */
  get places() {
    return this.groups.map(({ stops, radius }) => ({
      point: stops[0].point,
      radius,
      name: stops.length > 1 ? `${stops[0].name} +${stops.length - 1}` : stops[0].name,
      places: stops.map((stop) => stop.key),
    }));
  }

  find(key) {
    return this.groups.find((group) => group.stops.some((stop) => stop.key === key));
  }

  highlight(key) {
    this.highlighted = key;
    for (const group of this.groups) {
      group.pin.element.classList.toggle('lit', group.stops.some((stop) => stop.key === key));
    }
  }

  /** Makes the element of a marker. */
  #pin(key) {
    const pin = { group: null, marker: null };
    pin.number = element('span');
    pin.element = element('div', {
      class: 'pin', role: 'button', tabindex: '0', 'data-marker': key,
      onkeydown: (press) => {
        if (press.key !== 'Enter' && press.key !== ' ') return;
        press.preventDefault();
        this.#choose(pin.group);
      },
    }, pin.number);
    return pin;
  }

  #mark(group, pin) {
    const { stops, radius } = group;
    const hues = new Map();
    const seen = new Set();
    for (const stop of stops) {
      for (const [event, hue] of stop.events) {
        if (stops.length > 1) {
          if (seen.has(event)) continue;
          seen.add(event);
        }
        hues.set(hue, (hues.get(hue) ?? 0) + 1);
      }
    }
    const all = stops.length > 1 ? seen.size : stops[0].events.size;
    const words = stops.length > 1
      ? translate('{events} at {n} places around {place}', { events: count(all, 'event'), n: numeral(stops.length), place: stops[0].name })
      : `${stops[0].name}: ${count(all, 'event')}`;
    group.pin = pin;
    pin.group = group;
    const ring = Markers.#ring(hues, all);
    if (pin.words !== words || pin.ring !== ring) {
      pin.number.textContent = all;
      pin.element.title = words;
      pin.element.setAttribute('aria-label', words);
      pin.element.style.setProperty('--ring', ring);
      Object.assign(pin, { words, ring });
    }
    if (!pin.marker) {
      pin.marker = L.marker(stops[0].point, { keyboard: false, zIndexOffset: all, icon: Markers.#icon(pin, radius) });
      pin.marker.on('click', () => this.#choose(pin.group));
      pin.marker.addTo(this.layer);
    } else {
      if (pin.all !== all) pin.marker.setZIndexOffset(all);
      if (pin.radius !== radius) pin.marker.setIcon(Markers.#icon(pin, radius));
    }
    Object.assign(pin, { all, radius });
  }

  static #icon(pin, radius) {
    return L.divIcon({ className: 'stop', html: pin.element, iconSize: [radius * 2, radius * 2] });
  }

  #choose({ stops }) {
    const isClosest = this.map.getZoom() >= this.map.getMaxZoom();
    if (stops[0].place && (stops.length === 1 || isClosest)) this.onPlace(stops[0].place);
    else this.onPoints(stops.map((stop) => stop.point));
  }

  static #radius(events) {
    return Math.round(13 + Math.min(12, 2.6 * Math.log2(events)));
  }

  /** The shares of the categories as a pie chart. */
  static #ring(hues, all) {
    let angle = 0;
    const parts = [...hues].sort(([one], [other]) => one - other).map(([hue, number]) => {
      const start = angle;
      angle += (360 * number) / all;
      return `var(--hue${hue}) ${start.toFixed(1)}deg ${angle.toFixed(1)}deg`;
    });
    return `conic-gradient(${parts.join(', ')})`;
  }
}
