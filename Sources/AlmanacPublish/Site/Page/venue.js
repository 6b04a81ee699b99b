// What is known of the place of an event: how busy it is, and its pictures.

/** Milliseconds after the begin of an hour for which its count is worth telling: the next run may be late. */
const RECENT = 3 * 3_600_000;

/** How busy the place usually is at the start of a date, and was in the last hour that is published. */
function howBusy(events, date, location) {
  const place = events.places.get(location.place);
  const hour = weekday(date.start.slice(0, 10)) * 24 + Number(date.start.slice(11, 13));
  const usual = !isWholeDay(date) && place?.usual?.[hour];
  const last = place?.presence;
  const age = last ? Date.now() - Date.parse(last.hour) : Infinity;
  const words = last && [last.word, `${last.peopleMin}–${last.peopleMax} people`].filter(Boolean).join(', ');
  return [
    usual && element('span', { text: `Usually ${usual}` }),
    age >= 0 && age < RECENT && element('small', { text: `Lately ${words}` }),
  ];
}

/** The pictures of the place that are files of the edition; those elsewhere are links, so that no server is asked. */
function placePictures(events, location) {
  const place = events.places.get(location.place);
  if (!place?.images) return null;
  return element('div', { class: 'pictures' }, place.images.map(({ url, file, attribution }) => (file
    ? element('figure', {},
      element('img', { src: `../${file}`, alt: place.name, loading: 'lazy' }),
      element('figcaption', { text: attribution }))
    : element('p', {}, link(url, `Picture of ${place.name}`), element('small', { text: attribution })))));
}
