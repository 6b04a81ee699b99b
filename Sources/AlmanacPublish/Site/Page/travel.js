// How to get to an event by public transit, from an origin that the reader chooses, and the stops.

const ORIGIN_KEY = 'almanac-origin';
/** Stops are shown from this zoom level on. */
const STOP_ZOOM = 15.5;

/** The journey from the chosen origin. */
function chosenWay(ways) {
  const chosen = remembered(ORIGIN_KEY);
  return ways.find((way) => way.from === chosen) ?? ways.find((way) => way.default) ?? ways[0];
}

/** The connections to a date from the chosen origin; null if there are none. */
function connections(events, date) {
  if (!date.ways) return null;
  const box = element('div', { class: 'ways' });
  const show = (way) => {
    const chooser = element('select', {
      'aria-label': translate('From'),
      onchange: (event) => {
        remember(ORIGIN_KEY, event.target.value);
        show(date.ways.find((one) => one.from === event.target.value));
      },
    }, date.ways.map((one) => element('option', {
      value: one.from, selected: one === way, text: events.places.get(one.from)?.name ?? one.from,
    })));
    box.replaceChildren(...[
      element('label', {}, `${translate('From')} `, chooser),
      way.leave && element('strong', { text: translate('Leave by {time}', { time: hourText(way.leave) }) }),
      element('span', { text: way.text }),
      way.back && element('small', { text: translate('Last way back at {time}', { time: hourText(way.back) }) }),
      way.until && element('small', { text: translate('Services back until {time}', { time: hourText(way.until) }) }),
    ].filter(Boolean));
  };
  show(chosenWay(date.ways));
  return box;
}

/** A link to directions to a point on OpenStreetMap; null without a point. */
function directions(point) {
  return point && link(`https://www.openstreetmap.org/directions?to=${point.join('%2C')}`, translate('Directions on OpenStreetMap'));
}

/** Draws the stops of a campus at high zoom levels. */
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
