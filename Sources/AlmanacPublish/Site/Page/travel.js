// How to get to an event by public transit, from an origin that the reader chooses, and the stops.

const ORIGIN_KEY = 'almanac-origin';
/** Zoom from which stops are worth their place on the map. */
const STOP_ZOOM = 15.5;

/** The chosen origin among those of a date's ways. */
function chosenWay(ways) {
  let chosen = null;
  try {
    chosen = localStorage.getItem(ORIGIN_KEY);
  } catch {
    // Pages on disk may have no storage.
  }
  return ways.find((way) => way.from === chosen) ?? ways.find((way) => way.default) ?? ways[0];
}

function chooseOrigin(id) {
  try {
    localStorage.setItem(ORIGIN_KEY, id);
  } catch {
    // The choice lasts as long as the page then.
  }
}

/** The way to a date from the chosen origin; null if there is none. */
function gettingThere(events, date) {
  if (!date.ways) return null;
  const box = element('div', { class: 'ways' });
  const hour = (time) => time.slice(11, 16);
  const show = (way) => {
    const chooser = element('select', {
      'aria-label': 'From',
      onchange: (event) => {
        chooseOrigin(event.target.value);
        show(date.ways.find((one) => one.from === event.target.value));
      },
    }, date.ways.map((one) => element('option', {
      value: one.from, selected: one === way, text: events.places.get(one.from)?.name ?? one.from,
    })));
    box.replaceChildren(...[
      element('label', {}, 'From ', chooser),
      way.leave && element('strong', { text: `Leave by ${hour(way.leave)}` }),
      element('span', { text: way.text }),
      way.back && element('small', { text: `Last way back at ${hour(way.back)}` }),
      way.until && element('small', { text: `Services back until ${hour(way.until)}` }),
    ].filter(Boolean));
  };
  show(chosenWay(date.ways));
  return box;
}

/** Draws the stops of a campus, near enough to the ground only. */
function drawStops(map, stops, campus) {
  const layer = L.layerGroup();
  for (const stop of stops ?? []) {
    if (stop.campus !== campus.id) continue;
    L.circleMarker(stop.point, { radius: 4, weight: 2, color: '#3b5b8c', fillColor: '#fff', fillOpacity: 1 })
      .bindTooltip(element('span', { text: stop.routes ? `${stop.name}: ${stop.routes}` : stop.name }))
      .addTo(layer);
  }
  const update = () => {
    if (map.getZoom() >= STOP_ZOOM) layer.addTo(map);
    else layer.remove();
  };
  map.on('zoomend', update);
  update();
  return { remove: () => { map.off('zoomend', update); layer.remove(); } };
}
