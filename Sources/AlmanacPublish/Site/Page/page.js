// The page: one filter, the list and the map that show its results, and one open event.

class Page {
  constructor(data) {
    this.data = data;
    this.controls = new Controls({
      onChange: (isTyped) => this.#changed(isTyped), onPlace: (choice) => this.choose(choice),
    });
    this.detail = new EventDetail(data, {
      onClose: () => this.#leave(),
      onPlace: (place) => { this.#leave(); this.choose(PlaceTree.choice(this.events, place)); },
      onShow: (location) => { this.#view('map'); this.map.goTo([this.map.point(location)]); },
    });
    this.#reveal();
    if (window.L) {
      part('mapSection').hidden = false;
      part('views').hidden = false;
      this.map = new CampusMap(data, { onPlace: (place) => this.choose(PlaceTree.choice(this.events, place)) });
      this.map.map.addControl(this.#homeControl());
    }
    this.#listen();
    const { filters } = Address.read();
    this.setCampus(this.#campus(filters?.get('campus'))?.id ?? data.campuses[0].id, filters);
    this.#follow();
  }

  /** Shows a campus, with the filters of an address if it has any. */
  setCampus(id, filters = null) {
    const campus = this.data.campuses.find((one) => one.id === id);
    part('campus').value = id;
    part('campusName').textContent = campus.name;
    this.events = new CampusEvents(this.data, campus);
    this.filter = new Filter(this.events);
    this.list = new EventList(this.events, { onHover: (entry) => this.map?.highlight(entry?.location) });
    this.controls.setCampus(this.events, this.filter);
    this.map?.setCampus(this.events);
    part('note').textContent = this.#note();
    if (filters) this.filter.set(filters, this.controls.tree);
    this.refresh();
    if (this.filter.place) this.map?.goTo(this.filter.place.points);
  }

  #campus(id) {
    return this.data.campuses.find((one) => one.id === id);
  }

  /** The filters and the campus as parameters of an address. */
  get #parameters() {
    const parameters = this.filter.parameters;
    const [first] = this.data.campuses;
    const { id } = this.events.campus;
    return id === first.id ? parameters : new URLSearchParams([['campus', id], ...parameters]);
  }

  /** Applies a change by the reader and writes it into the address. Typing makes one history entry. */
  #changed(isTyped = false) {
    part('notice').hidden = true;
    this.refresh();
    if (Address.isOfEvent) Address.keep(this.#parameters);
    else Address.write(this.#parameters, isTyped && this.wasTyped);
    this.wasTyped = isTyped;
  }

  /** Shows the results of the filter. The map does not move. */
  refresh() {
    const found = this.filter.apply();
    this.list.show(found.entries, this.filter.from);
    this.map?.show(found.entries);
    this.controls.update(found);
    part('summary').textContent = this.#summary(found.entries);
    this.#subscribe();
    this.#card(found.entries);
  }

  /** Filters by a place or a kind of places and moves the map there; null shows all places. */
  choose(choice) {
    this.filter.place = choice;
    this.controls.closeDrops();
    this.#changed();
    if (choice) this.map?.goTo(choice.points);
  }

  #summary(entries) {
    if (!entries.length) return this.filter.isPlain ? translate('Nothing is announced.') : translate('Nothing matches these filters.');
    const events = new Set(entries.map((entry) => entry.event));
    const unplaced = this.map
      ? [...events].filter((event) => !this.#isOnMap(event)).length : 0;
    const text = events.size === entries.length
      ? count(events.size, 'event') : translate('{events} on {dates}', { events: count(events.size, 'event'), dates: count(entries.length, 'date') });
    return unplaced ? translate('{text}, {n} not on the map', { text, n: numeral(unplaced) }) : text;
  }

  /** Links to the calendar and feed of the current filter, if they exist. They ignore days. */
  #subscribe() {
    const { filter } = this;
    const selection = String(filter.selection);
    const only = (id) => id && filter.selection.size === 1;
    const [category] = filter.categories;
    const place = filter.place?.address?.[0]?.[0] === 'place' && filter.place.address[0][1];
    const found = this.data.views?.find(({ filter: own }) => own !== undefined && String(new URLSearchParams(own)) === selection)
      ?? (only(category) ? this.data.categories.find(({ id }) => id === category) : null)
      ?? (only(place) ? this.events.places.get(place) : null)
      ?? (selection ? null : { name: translate('All events'), calendar: 'calendars/all.ics', feed: 'feeds/coming.rss' });
    part('subscribe').hidden = !found?.calendar;
    if (!found?.calendar) return;
    const link = (path, text) => element('a', { href: `../${path}`, text });
    part('subscribe').replaceChildren(
      `${translate('Subscribe to what you see:')} `, link(found.calendar, translate('{name} (calendar)', { name: found.name })),
      ...(found.feed ? [', ', link(found.feed, 'RSS')] : []));
  }

  #isOnMap(event) {
    this.onMap ??= new Map();
    if (!this.onMap.has(event)) {
      this.onMap.set(event, event.dates.some(
        (date) => this.map.point(CampusEvents.location(event, date))));
    }
    return this.onMap.get(event);
  }

  #note() {
    const { campus, firstDay, lastDay, today } = this.events;
    return [
      translate('What is announced from {from} to {to}.', { from: longDay(firstDay), to: longDay(lastDay) }),
      this.data.left && translate('{n} more events did not fit on this page; the calendars and files beside it hold them.', { n: numeral(this.data.left) }),
      translate('Times are those of {zone}.', { zone: campus.timezone }),
      !today && translate('Today is not among these days.'),
    ].filter(Boolean).join(' ');
  }

  /** On a narrow screen the map hides the list; a card shows the chosen place. */
  #card(entries) {
    const { place } = this.filter;
    part('card').hidden = !place;
    if (!place) return;
    part('card').replaceChildren(
      element('p', {}, element('strong', { text: place.label }), element('span', { text: count(new Set(entries.map((entry) => entry.event)).size, 'event') })),
      element('button', { type: 'button', class: 'primary', text: translate('Show list'), onclick: () => this.#view('list') }),
      element('button', { type: 'button', text: translate('Clear'), onclick: () => this.choose(null) }));
  }

  /** Shows the controls that need scripts; without scripts the page is a plain list. */
  #reveal() {
    document.documentElement.classList.add('js');
    part('controls').hidden = false;
    const { campuses } = this.data;
    part('campusChooser').hidden = campuses.length < 2;
    part('campus').append(...campuses.map(({ id, name }) => element('option', { value: id, text: name })));
    document.body.dataset.map = window.L ? 'yes' : 'no';
    this.#view('list');
  }

  #view(name) {
    document.body.dataset.view = name;
    part('showList').setAttribute('aria-pressed', String(name === 'list'));
    part('showMap').setAttribute('aria-pressed', String(name === 'map'));
  }

  #homeControl() {
    const control = L.control({ position: 'topright' });
    control.onAdd = () => {
      const button = element('button', {
        type: 'button', class: 'home', title: translate('Whole campus'), 'aria-label': translate('Show the whole campus'), text: '⌂', onclick: () => this.map.goHome(),
      });
      L.DomEvent.disableClickPropagation(button);
      return button;
    };
    return control;
  }

  #listen() {
    part('showList').addEventListener('click', () => this.#view('list'));
    part('showMap').addEventListener('click', () => this.#view('map'));
    part('campus').addEventListener('change', () => {
      this.#close();
      this.setCampus(part('campus').value);
      Address.write(this.#parameters);
    });
    part('list').addEventListener('click', (click) => {
      const { event, start } = click.target.closest('a[data-event]')?.dataset ?? {};
      this.wanted = event && { event, start };
    });
    window.addEventListener('hashchange', () => this.#follow());
    window.addEventListener('beforeprint', () => this.list.drawAll());
    document.addEventListener('keydown', (press) => {
      if (press.key !== 'Escape') return;
      const [drop] = this.controls.closeDrops();
      if (drop) drop.querySelector('summary').focus();
      else if (!part('detail').hidden) this.#leave();
    });
  }

  /**
   * Applies the address: its filters and its event. Clicks on dates and links from elsewhere change it.
   */
  #follow() {
    const { id, filters } = Address.read();
    if (id.startsWith('UI_')) return;
    this.wasTyped = false;
    const found = id && this.data.events.find((event) => event.id === id || event.aliases?.includes(id));
    this.#restore(found?.campus ?? filters?.get('campus'), filters ?? (id ? null : new URLSearchParams()));
    this.#noticeMissing(found ? '' : id);
    if (!found) {
      this.#close();
      return;
    }
    Address.keep(this.#parameters);
    const event = this.events.events.get(id);
    const date = (this.wanted?.event === id && event.dates.find((one) => one.start === this.wanted.start))
      || this.events.nextDate(event);
    this.opened = id;
    document.title = `${date.title ?? event.title} – ${this.data.title}`;
    this.detail.open(this.events, event, date);
    this.#view('list');
    this.map?.reveal(CampusEvents.location(event, date));
  }

  /** Explains that the event of an old link is not listed, and links to its own page. */
  #noticeMissing(id) {
    part('notice').hidden = !id;
    if (!id) return;
    part('notice').replaceChildren(
      translate('This event is not listed here. It may be over, cancelled, or more than {days} days ahead.', { days: numeral(this.data.days) }),
      ' ', element('a', { href: `event/${encodeURIComponent(id)}.html`, text: translate('Link to this event') }));
  }

  /** Restores filters from the address; null keeps the current ones. */
  #restore(campus, filters) {
    const { id } = this.#campus(campus) ?? (filters ? this.data.campuses[0] : this.events.campus);
    if (id !== this.events.campus.id) {
      this.setCampus(id, filters);
      return;
    }
    if (!filters) return;
    const before = this.filter.place?.key;
    const old = this.#parameters.toString();
    this.filter.set(filters, this.controls.tree);
    if (this.#parameters.toString() === old) return;
    this.refresh();
    const { place } = this.filter;
    if (place && place.key !== before) this.map?.goTo(place.points);
  }

  /** Removes the event from the address and keeps the filters. */
  #leave() {
    Address.write(this.#parameters);
    this.#close();
  }

  #close() {
    document.title = this.data.title;
    if (!this.detail.close()) return;
    this.map?.highlight(null);
    this.list.focus(this.opened);
  }
}

if (window.almanacData) {
  Words.load(() => {
    Words.apply();
    new Page(window.almanacData);
  });
  // Works offline from then on; pages on disk do so anyway.
  if (location.protocol.startsWith('http')) navigator.serviceWorker?.register('sw.js').catch(() => {});
}
