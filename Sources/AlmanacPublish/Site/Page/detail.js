// One event in full, over the list.

const DATES_SHOWN = 6;

class EventDetail {
  constructor(data, { onClose, onPlace, onShow }) {
    this.data = data;
    this.actions = { onClose, onPlace, onShow };
    this.box = part('detail');
  }

  open(events, event, date) {
    this.events = events;
    const location = CampusEvents.location(event, date);
    const status = date.status ?? event.status ?? 'confirmed';
    const title = element('h2', { id: 'UI_detailTitle', tabindex: '-1', dir: 'auto', text: date.title ?? event.title });
    this.box.replaceChildren(...[
      element('button', { type: 'button', class: 'back', onclick: this.actions.onClose, text: translate('Back to the list') }),
      element('p', { class: `labels hue${events.hue(event)}` }, this.#labels(event, status)),
      title,
      this.#facts(event, date, location),
      this.#buttons(event, date, location, status),
      this.#text(date.text ?? event.text),
      placePictures(this.events, location),
      this.#dates(event, date),
      this.#sources(event, location),
      this.#reasons(event),
    ].filter(Boolean));
    this.box.hidden = false;
    this.box.scrollTop = 0;
    part('browse').inert = true;
    title.focus({ preventScroll: true });
  }

  close() {
    if (this.box.hidden) return false;
    this.box.hidden = true;
    this.box.replaceChildren();
    part('browse').inert = false;
    return true;
  }

  #labels(event, status) {
    const labels = [];
    if (status !== 'confirmed') labels.push(element('strong', { class: 'status', text: translate(status) }));
    for (const id of event.categories ?? []) {
      labels.push(element('span', { class: `label hue${this.events.hues.get(id) ?? 11}`, text: this.events.names.get(id) }));
    }
    labels.push(element('span', { class: 'label plain', text: translate(event.kind === 'community' ? 'Community' : 'Official') }));
    if (event.free) labels.push(element('span', { class: 'label plain', text: translate('Free') }));
    return labels;
  }

  #facts(event, date, location) {
    const rows = element('dl', { class: 'facts' });
    const row = (name, ...values) => {
      if (values.some(Boolean)) rows.append(element('dt', { text: translate(name) }), element('dd', {}, ...values));
    };
    row('When', element('span', { text: whenText(date) }),
      !isWholeDay(date) && element('small', { text: translate('Time in {place}', { place: this.events.campus.timezone.split('/').pop().replaceAll('_', ' ') }) }));
    row('Where', ...this.#where(location));
    row('How busy', ...howBusy(this.events, date, location));
    row('Weather', weatherIcon(date.weatherIcon), date.weather, date.weather && this.#weatherSource(date));
    row('Getting there', connections(this.events, date), directions(this.events.point(location)));
    row('Online', event.online && link(event.online, translate('Join online')));
    row('Price', event.price);
    row('For', event.audience);
    row('Organizer', event.organizer);
    row('Contact', event.contact);
    return rows;
  }

  #where(location) {
    const place = this.events.places.get(location.place);
    if (!place) {
      return [location.venue, location.venue && element('small', { text: translate('Not on the map') })];
    }
    const onMap = this.events.placeOnMap(place.id);
    return [
      location.room && `${location.room}, `,
      element('button', { type: 'button', class: 'link', onclick: () => this.actions.onPlace(place), text: place.name }),
      location.venue && location.venue !== this.events.venueText(location)
        && element('small', { text: translate('“{text}” in the source', { text: location.venue }) }),
      !onMap && element('small', { text: translate('The map doesn’t know where that is') }),
    ];
  }

  #weatherSource(date) {
    const source = this.events.sources.get(date.weatherSource);
    const attribution = date.weatherThanks ?? source?.attribution ?? source?.name;
    const issued = date.weatherIssued && `, ${translate('as of {day}, {time}', { day: shortDay(date.weatherIssued.slice(0, 10)), time: hourText(date.weatherIssued) })}`;
    return attribution && element('small', {}, link(source?.website, attribution), issued);
  }

  #buttons(event, date, location, status) {
    const buttons = element('p', { class: 'buttons' });
    if (status !== 'cancelled' && status !== 'postponed') {
      buttons.append(element('button', {
        type: 'button', class: 'primary', text: translate('Add to calendar'), onclick: () => this.#download(event, date),
      }));
    }
    if (this.#isOnMap(location)) {
      buttons.append(element('button', {
        type: 'button', text: translate('Show on map'), onclick: () => this.actions.onShow(location),
      }));
    }
    buttons.append(
      shareButton(event, date.title ?? event.title),
      element('a', { class: 'button', href: `event/${event.id}.html`, text: translate('Link to this event') }));
    if (isSafe(event.url)) buttons.append(link(event.url, translate('More at the source'), { class: 'button' }));
    if (isSafe(event.report)) buttons.append(link(event.report, translate('Report'), { class: 'button' }));
    return buttons;
  }

  #isOnMap(location) {
    return window.L && this.events.point(location);
  }

  #download(event, date) {
    const file = calendarFile(this.events, event, date, this.data.uidDomain);
    const address = URL.createObjectURL(file);
    const anchor = element('a', { href: address, download: `${event.id}.ics` });
    document.body.append(anchor);
    anchor.click();
    anchor.remove();
    // Browsers read the file after the click has returned.
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }

  #text(whole) {
    if (!whole) return null;
    const paragraphs = whole.split(/\n{2,}/).map((text) => element('p', { text }));
    return element('div', { class: 'text', dir: 'auto' }, paragraphs);
  }

  #dates(event, shown) {
    if (event.dates.length < 2) return null;
    const items = event.dates.map((date) => this.#date(event, date, shown));
    const box = element('section', { class: 'dates' },
      element('h3', { text: translate('All {n} dates of the next {days} days', { n: numeral(event.dates.length), days: numeral(this.data.days) }) }),
      element('ul', {}, items.slice(0, DATES_SHOWN)));
    if (items.length > DATES_SHOWN) {
      box.append(element('details', {},
        element('summary', { text: translate('{n} more', { n: numeral(items.length - DATES_SHOWN) }) }),
        element('ul', {}, items.slice(DATES_SHOWN))));
    }
    return box;
  }

  #date(event, date, shown) {
    const status = date.status ?? event.status;
    return element('li', { 'aria-current': date === shown ? 'date' : null },
      whenText(date),
      date.title && ` · ${date.title}`,
      date.at && ` · ${this.events.venueText(date.at) ?? translate('another place')}`,
      status && status !== 'confirmed' && element('strong', { text: ` ${translate(status)}` }),
      date.text && date !== shown && element('small', { text: this.#excerpt(date.text) }),
      date.weather && element('small', { text: date.weather }));
  }

  /** The first line, cut between words after 120 characters. */
  #excerpt(text) {
    const line = text.split('\n', 1)[0];
    return line.length <= 120 ? line : `${line.slice(0, 120).replace(/\s+\S*$/, '')}…`;
  }

  /** The reasons for the category, the price and the tags that no source provides. */
  #reasons(event) {
    if (!event.reasons) return null;
    return element('section', { class: 'sources reasons' },
      element('h3', { text: translate('Read from the listings') }),
      element('ul', {}, event.reasons.map(([name, reason]) => element('li', {}, name, element('small', { text: reason })))));
  }

  #sources(event, location) {
    const place = this.events.places.get(location.place);
    const items = event.sources.map(({ id, url }) => {
      const source = this.events.sources.get(id);
      return element('li', {},
        link(url, source?.name ?? id),
        source?.attribution && element('small', { text: source.attribution }),
        source?.license && element('small', { text: source.license }));
    });
    const calendars = [
      ...(event.categories ?? []).map((id) => this.events.categories.find((one) => one.id === id)),
      place,
      ...event.sources.map(({ id }) => this.events.sources.get(id)),
    ].filter((one) => one?.calendar);
    return element('section', { class: 'sources' },
      element('h3', { text: translate(items.length === 1 ? 'Source' : 'Sources') }),
      element('ul', {}, items),
      element('h3', { text: translate('Subscribe') }),
      element('ul', { class: 'subscribe' }, calendars.map((one) => element('li', {},
        element('a', { href: `../${one.calendar}`, text: one.name })))));
  }
}
