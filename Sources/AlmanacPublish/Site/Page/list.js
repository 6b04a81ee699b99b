// The list of dates, day by day. It is drawn in slices as the reader scrolls.

/** Dates in the first slice, which fills a screen, and in each further one. */
const FIRST = 30;
const SLICE = 100;

class EventList {
  constructor(events, { onHover }) {
    this.events = events;
    this.onHover = onHover;
    this.box = part('list');
    this.watcher = new IntersectionObserver(
      (seen) => { if (seen.some((one) => one.isIntersecting)) this.#grow(); },
      { root: part('results'), rootMargin: '600px' });
  }

  show(entries, from) {
    this.watcher.disconnect();
    // Before any change: later it would force a layout of the unfinished list.
    part('results').scrollTop = 0;
    this.from = from;
    // Dates that began earlier are one group at the top.
    this.entries = [
      ...entries.filter((entry) => entry.day < from), ...entries.filter((entry) => entry.day >= from),
    ];
    this.drawn = 0;
    this.heading = null;
    this.box.replaceChildren();
    if (entries.length) this.#grow();
  }

  /** Returns the focus to the event that was opened. */
  focus(id) {
    const found = [...this.box.querySelectorAll('a[data-event]')].find((one) => one.dataset.event === id);
    (found ?? part('results')).focus();
  }

  /** Draws all slices, for printing. */
  drawAll() {
    while (this.drawn < this.entries.length) this.#grow();
  }

  #grow() {
    this.more?.remove();
    const slice = this.entries.slice(this.drawn, this.drawn + (this.drawn ? SLICE : FIRST));
    for (const entry of slice) this.#day(entry).append(this.#item(entry));
    this.drawn += slice.length;
    const left = this.entries.length - this.drawn;
    if (!left) {
      this.watcher.disconnect();
      return;
    }
    this.more = element('button', {
      type: 'button', class: 'more', onclick: () => this.#grow(), text: translate('Show more ({n} left)', { n: numeral(left) }),
    });
    this.box.append(this.more);
    this.watcher.observe(this.more);
  }

  /** The list of the entry's day; starts a new one if the day differs from the last. */
  #day(entry) {
    const heading = entry.day < this.from ? translate('Already running') : this.#dayText(entry.day);
    if (heading !== this.heading) {
      this.heading = heading;
      this.ol = element('ol');
      this.box.append(element('section', { class: 'day' }, element('h2', { text: heading }), this.ol));
    }
    return this.ol;
  }

  #dayText(day) {
    return day === this.events.today ? translate('Today, {day}', { day: longDay(day) }) : longDay(day);
  }

  #item(entry) {
    const { event, date } = entry;
    const off = entry.status === 'cancelled' || entry.status === 'postponed';
    return element('li', {
      class: `item hue${this.events.hue(event)}${off ? ' off' : ''}`,
      onmouseenter: () => this.onHover(entry),
      onmouseleave: () => this.onHover(null),
    },
    element('p', { class: 'when' },
      element('time', { datetime: date.start, text: clockText(date) }),
      date.last && element('small', { text: translate('until {day}', { day: shortDay(date.last) }) })),
    element('div', { class: 'what' },
      element('h3', { dir: 'auto' }, element('a', {
        href: `#${event.id}`, 'data-event': event.id, 'data-start': date.start, text: date.title ?? event.title,
      })),
      this.#where(entry),
      element('p', { class: 'meta' }, this.#facts(entry))));
  }

  #where(entry) {
    const text = this.events.venueText(entry.location);
    return text && element('p', { class: 'where', dir: 'auto', text });
  }

  #facts({ event, date, status }) {
    const facts = [];
    if (status !== 'confirmed') facts.push(element('strong', { text: translate(status[0].toUpperCase() + status.slice(1)) }));
    const [category] = event.categories ?? [];
    if (category) facts.push(element('span', { class: 'category', text: this.events.names.get(category) }));
    if (event.kind === 'community') facts.push(element('span', { text: translate('Community') }));
    if (event.free) facts.push(element('span', { class: 'free', text: translate('Free') }));
    else if (event.price) facts.push(element('span', { text: event.price }));
    if (date.weather) facts.push(element('span', { class: 'weather' }, weatherIcon(date.weatherIcon), weatherText(date)));
    return facts;
  }
}
