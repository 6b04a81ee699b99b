// The ground under the markers: the gazetteer's places, so that a page without tiles shows the campus.

/** Meters around a place that are drawn as campus grounds. */
const GROUNDS = 130;
/** Most places of a district are within so many meters of its center. */
const DISTRICT = 330;

class Ground {
  constructor(map, campus, { onPlace }) {
    this.map = map;
    this.layer = L.layerGroup().addTo(map);
    map.getPane('labels') ?? map.createPane('labels');
    this.labels = L.layerGroup().addTo(map);
    /** The labels on the map, by text, style and position. */
    this.written = new Map();
    this.canvas = document.createElement('canvas').getContext('2d');
    this.widths = new Map();
    this.places = campus.places.filter((place) => place.point);
    for (const { point } of this.places) {
      L.circle(point, { className: 'grounds', radius: GROUNDS, interactive: false }).addTo(this.layer);
    }
    for (const place of this.places) this.#draw(place, onPlace);
    this.districts = Ground.#districts(map, this.places);
  }

  remove() {
    this.layer.remove();
    this.labels.remove();
  }

  #draw(place, onPlace) {
    const shape = place.outline
      ? L.polygon(place.outline, { className: 'building', smoothFactor: 0.5 })
      : L.circleMarker(place.point, { className: 'dot', radius: 4 });
    // Keyboard users choose places in the tree.
    shape.on('click', () => onPlace(place));
    shape.addTo(this.layer);
  }

  /**
   * Draws as many labels as fit: those of the markers first, then, at high zoom, those of other places.
   * A marker is {point, radius, name, places}.
   */
  write(markers) {
    const before = this.written;
    this.written = new Map();
    const taken = markers.map(({ point, radius }) => this.#box(point, radius, radius * 2, -radius));
    const byPlace = new Set(markers.flatMap(({ places }) => places));
    const named = markers.map((marker) => (
      { ...marker, offsets: [marker.radius + 1, -marker.radius - 16], class: 'name busy' }));
    if (this.map.getZoom() >= 16) {
      const quiet = this.places.filter((place) => !byPlace.has(place.id))
        .sort((one, other) => Boolean(other.outline) - Boolean(one.outline));
      for (const { name, point, outline } of quiet) {
        named.push({ name, point, offsets: outline ? [-7, 8] : [5], class: 'name' });
      }
    }
    if (this.map.getZoom() < 17.5) {
      for (const district of this.districts) {
        named.push({ ...district, offsets: [-7, 14, -28, 35, -49], class: 'name district' });
      }
    }
    for (const label of named) this.#name(label, taken, before);
    for (const gone of before.values()) gone.remove();
  }

  /** Sub-categories whose places are close to each other: a faculty, but not all libraries. */
  static #districts(map, places) {
    const groups = grouped(places.filter((place) => place.subcategory), (place) => place.subcategory);
    const middle = (numbers) => [...numbers].sort((one, other) => one - other)[numbers.length >> 1];
    return [...groups].filter(([, some]) => some.length >= 4).flatMap(([name, some]) => {
      const points = some.map((place) => place.point);
      const point = [middle(points.map((one) => one[0])), middle(points.map((one) => one[1]))];
      const near = points.filter((one) => map.distance(one, point) < DISTRICT);
      return near.length >= 0.75 * points.length ? [{ name, point, size: points.length }] : [];
    }).sort((one, other) => other.size - one.size);
  }

  /** Reuses the label if it is on the map already: a filter changes few labels. */
  #name(label, taken, before) {
    const text = label.name.length > 32 ? `${label.name.slice(0, 31).trimEnd()}…` : label.name;
    const width = this.#width(text, label.class !== 'name');
    for (const offset of label.offsets) {
      const box = this.#box(label.point, width / 2, 15, offset);
      const isFree = taken.every((other) => box.right < other.left || box.left > other.right
        || box.bottom < other.top || box.top > other.bottom);
      if (!isFree) continue;
      taken.push(box);
      const key = [text, label.class, offset, ...label.point].join(' ');
      let marker = before.get(key);
      before.delete(key);
      if (!marker) {
        const html = element('span', { text, 'aria-hidden': 'true' });
        const icon = L.divIcon({ className: label.class, html, iconSize: [width, 15], iconAnchor: [width / 2, -offset] });
        marker = L.marker(label.point, { pane: 'labels', interactive: false, keyboard: false, icon }).addTo(this.labels);
      }
      this.written.set(key, marker);
      return;
    }
  }

  #width(text, isBold) {
    const font = `${isBold ? '600 ' : ''}12px sans-serif`;
    const key = font + text;
    if (!this.widths.has(key)) {
      this.canvas.font = font;
      this.widths.set(key, this.canvas.measureText(text).width + 8);
    }
    return this.widths.get(key);
  }

  #box(point, half, height, offset) {
    const { x, y } = this.map.project(point);
    return { left: x - half, right: x + half, top: y + offset, bottom: y + offset + height };
  }
}
