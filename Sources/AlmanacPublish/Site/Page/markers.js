// Markers with counts: one for each place that has something to show, those too close made one.

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
      const place = events.placeOnMap(entry.place);
      // A venue with coordinates of its own is on the map also where the gazetteer has no place.
      const point = place?.point ?? entry.location.point;
      if (!point) continue;
      const key = place?.id ?? point.join(' ');
      let stop = stops.get(key);
      if (!stop) {
        stop = { key, place, point, name: place?.name ?? entry.location.venue ?? entry.event.title, events: new Map() };
        stops.set(key, stop);
      }
      stop.events.set(entry.event.id, events.hue(entry.event));
    }
    this.stops = [...stops.values()].sort((one, other) =>
      other.events.size - one.events.size || (one.key < other.key ? -1 : 1));
    this.draw();
  }

  /** The groups of this zoom, each where its busiest place is. */
  draw() {
    const focused = document.activeElement?.dataset?.marker;
    this.layer.clearLayers();
    this.groups = [];
    for (const stop of this.stops) {
      const at = this.map.project(stop.point);
      const near = this.groups.find((group) => group.at.distanceTo(at) < group.radius + 13);
      if (near) near.stops.push(stop);
      else this.groups.push({ at, stops: [stop], radius: Markers.#radius(stop.events.size) });
    }
    for (const group of this.groups) this.#mark(group);
    if (focused) this.find(focused)?.element.focus();
    this.highlight(this.highlighted);
  }

  /** What the names on the ground have to make room for. */
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
      group.element.classList.toggle('lit', group.stops.some((stop) => stop.key === key));
    }
  }

  #mark(group) {
    const { stops, radius } = group;
    const hues = new Map();
    const ids = new Set();
    for (const stop of stops) {
      for (const [id, hue] of stop.events) {
        if (!ids.has(id)) hues.set(hue, (hues.get(hue) ?? 0) + 1);
        ids.add(id);
      }
    }
    const words = stops.length > 1
      ? `${count(ids.size, 'event')} at ${stops.length} places around ${stops[0].name}`
      : `${stops[0].name}: ${count(ids.size, 'event')}`;
    const choose = () => this.#choose(group);
    group.element = element('div', {
      class: 'pin', role: 'button', tabindex: '0', title: words, 'aria-label': words,
      'data-marker': stops[0].key,
      onkeydown: (press) => {
        if (press.key !== 'Enter' && press.key !== ' ') return;
        press.preventDefault();
        choose();
      },
    }, element('span', { text: ids.size }));
    group.element.style.setProperty('--ring', Markers.#ring(hues, ids.size));
    const marker = L.marker(stops[0].point, {
      keyboard: false,
      zIndexOffset: ids.size,
      icon: L.divIcon({ className: 'stop', html: group.element, iconSize: [radius * 2, radius * 2] }),
    });
    marker.on('click', choose);
    marker.addTo(this.layer);
  }

  #choose({ stops }) {
    const isClosest = this.map.getZoom() >= this.map.getMaxZoom();
    if (stops[0].place && (stops.length === 1 || isClosest)) this.onPlace(stops[0].place);
    else this.onPoints(stops.map((stop) => stop.point));
  }

  static #radius(events) {
    return Math.round(13 + Math.min(12, 2.6 * Math.log2(events)));
  }

  /** The shares of the categories as parts of a circle. */
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
