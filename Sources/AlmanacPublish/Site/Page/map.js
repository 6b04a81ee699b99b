// The map of a campus. It moves when a place is chosen, and never because a filter changed.

const PLACE_ZOOM = 17.5;
/** Pixels, for markers and names at the edge. */
const HOME_PADDING = [24, 38];
/** Meters; a larger campus has several sites. */
const FAR = 6000;
/** Meters: the minimum width of a shown site. */
const SITE = 1200;

class CampusMap {
  constructor(data, { onPlace }) {
    this.onPlace = onPlace;
    this.stops = data.stops;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    /** Leaflet's default, unless the reader prefers reduced motion. */
    this.motion = isStill ? { animate: false } : {};
    this.map = L.map(part('map'), {
      zoomControl: false,
      maxZoom: 20,
      // Tiles are sharp only at whole zoom levels, drawings at any.
      zoomSnap: data.tiles ? 1 : 0.1,
      zoomDelta: data.tiles ? 1 : 0.5,
      maxBoundsViscosity: 1,
      zoomAnimation: !isStill,
      fadeAnimation: !isStill,
    });
    L.control.zoom({ position: 'topright' }).addTo(this.map);
    L.control.scale({ imperial: false, position: 'bottomleft' }).addTo(this.map);
    if (data.tiles) {
      const attribution = element('span', { text: data.tiles.attribution });
      L.tileLayer(data.tiles.url, { maxZoom: 20, maxNativeZoom: 19, attribution: attribution.innerHTML }).addTo(this.map);
      part('map').classList.add('tiled');
    }
    this.map.on('zoomend', () => this.#redraw());
    new ResizeObserver(() => this.map.invalidateSize({ pan: false })).observe(part('map'));
  }

  setCampus(events) {
    this.ground?.remove();
    this.markers?.remove();
    this.drawnStops?.remove();
    this.events = events;
    const { campus } = events;
    const points = campus.places.map((place) => place.point).filter(Boolean);
    this.bounds = CampusMap.#bounds(campus.bounds, points);
    this.home = CampusMap.#home(points, events) ?? this.bounds;
    this.map.setMinZoom(0);
    this.map.setMaxBounds(this.bounds);
    this.map.fitBounds(this.home, { animate: false, padding: HOME_PADDING });
    this.map.setMinZoom(Math.min(this.map.getBoundsZoom(this.bounds), this.map.getZoom()));
    const onPlace = (place) => this.onPlace(place);
    this.ground = new Ground(this.map, campus, { onPlace });
    this.drawnStops = drawStops(this.map, this.stops, campus);
    this.markers = new Markers(this.map, { onPlace, onPoints: (points) => this.spread(points) });
  }

  show(entries) {
    this.markers.set(this.events, entries);
    this.ground.write(this.markers.places);
  }

  /** Moves to a place, or to an area with several. */
  goTo(points) {
    const zoom = Math.max(this.map.getZoom(), PLACE_ZOOM);
    if (points.length === 1) this.map.setView(points[0], zoom, this.motion);
    else if (points.length) this.#fit(L.latLngBounds(points), { padding: [50, 50], maxZoom: PLACE_ZOOM });
  }

  /** Zooms in until the markers of these points are separate. */
  spread(points) {
    const nearer = Math.max(this.map.getZoom() + 1, PLACE_ZOOM);
    this.#fit(L.latLngBounds(points), { padding: [70, 70], maxZoom: nearer });
  }

  goHome() {
    this.#fit(this.home, { padding: HOME_PADDING });
  }

  /** Pans to a location that is out of view, without a change of zoom. */
  reveal(location) {
    const point = this.point(location);
    this.highlight(location);
    if (point && !this.map.getBounds().pad(-0.1).contains(point)) this.map.panTo(point, this.motion);
  }

  point(location) {
    return location && (this.events.placeOnMap(location.place)?.point ?? location.point ?? null);
  }

  highlight(location) {
    const place = location && this.events.placeOnMap(location.place);
    this.markers.highlight(place?.id ?? location?.point?.join(' ') ?? null);
  }

  #fit(box, options) {
    this.map.fitBounds(box, { ...options, ...this.motion });
  }

  #redraw() {
    if (!this.markers) return;
    this.markers.draw();
    this.ground.write(this.markers.places);
  }

  /** The area in which the reader can move: the campus's bounds, else its places with a margin. */
  static #bounds(bounds, points) {
    if (bounds) {
      const [west, south, east, north] = bounds;
      return L.latLngBounds([south, west], [north, east]);
    }
    if (points.length) return L.latLngBounds(points).pad(0.3);
    return L.latLngBounds([-60, -170], [75, 170]);
  }

  /** The area of most places. On a campus with several sites, the area of the places with events. */
  static #home(points, events) {
    const core = CampusMap.#core(points);
    if (!core || core.getSouthWest().distanceTo(core.getNorthEast()) < FAR) return core;
    const used = new Set(events.entries.map(({ location }) => events.placeOnMap(location.place)?.point).filter(Boolean));
    if (!used.size) return core;
    const site = CampusMap.#core([...used]);
    return site.extend(site.getCenter().toBounds(SITE));
  }

  /** The area of most points: a remote one, such as a garden across the city, must not shrink the campus. */
  static #core(points) {
    if (points.length < 4) return points.length ? L.latLngBounds(points).pad(0.3) : null;
    const middle = (numbers) => {
      const sorted = [...numbers].sort((one, other) => one - other);
      const at = (share) => sorted[Math.round(share * (sorted.length - 1))];
      return [at(0.04), at(0.96)];
    };
    const [south, north] = middle(points.map(([latitude]) => latitude));
    const [west, east] = middle(points.map(([, longitude]) => longitude));
    return L.latLngBounds([south, west], [north, east]);
  }
}
