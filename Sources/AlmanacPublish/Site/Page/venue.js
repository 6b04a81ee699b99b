// The place of an event: how busy it is, and its pictures.

/** How long after its start an hour is shown, in milliseconds, because the next run may be late. */
const RECENT = 3 * 3_600_000;

/** How many people a cell has, with a word for how full that is if the capacity is known. */
function sizeText({ word, peopleMin, peopleMax }) {
  const people = translate('{from} to {to} people', { from: peopleMin, to: peopleMax });
  return word ? `${translate(word)}, ${people}` : people;
}

/** How busy the place usually is at the start of a date, and was in the last published hour. */
function howBusy(events, date, location) {
  const place = events.places.get(location.place);
  const hour = weekday(date.start.slice(0, 10)) * 24 + Number(date.start.slice(11, 13));
  const usual = !isWholeDay(date) && place?.usual?.[hour];
  const last = place?.presence;
  const age = last ? Date.now() - Date.parse(last.hour) : Infinity;
  return [
    usual && element('span', { text: translate('Usually {word}', { word: sizeText(usual) }) }),
    age >= 0 && age < RECENT && element('small', { text: translate('Lately {words}', { words: sizeText(last) }) }),
  ];
}

/** The pictures of the place: files of the edition are shown, others are links, so no server is contacted. */
function placePictures(events, location) {
  const place = events.places.get(location.place);
  if (!place?.images) return null;
  return element('div', { class: 'pictures' }, place.images.map(({ url, file, attribution }) => (file
    ? element('figure', {},
      element('img', { src: `../${file}`, alt: place.name, loading: 'lazy' }),
      element('figcaption', { text: attribution }))
    : element('p', {}, link(url, translate('Picture of {place}', { place: place.name })), element('small', { text: attribution })))));
}
