// The filter. One pass over all dates gives the list and the counts of categories and places.

class Filter {
  constructor(events) {
    this.events = events;
    this.reset();
  }

  reset() {
    this.span = 'all';
    this.from = this.events.startDay;
    this.to = this.events.lastDay;
    this.categories = new Set();
    /** {label, ids, address}; null for everywhere. */
    this.place = null;
    this.kind = '';
    this.free = false;
    this.online = false;
    /** Words in the audience of an event. */
    this.audience = '';
    /** {point, radius, label}: within `radius` meters; null for anywhere. */
    this.near = null;
    this.text = '';
  }

  /** Shows all days, or the day, the week or the range that begins at a day. */
  setSpan(span, day = this.from) {
    this.span = span;
    if (span === 'all') [this.from, this.to] = [this.events.startDay, this.events.lastDay];
    if (span === 'day') [this.from, this.to] = [day, day];
    if (span === 'week') [this.from, this.to] = this.#week(day);
    if (span === 'range') [this.from, this.to] = [day, this.to < day ? day : this.to];
  }

  #week(day) {
    const first = weekStart(day, this.events.firstWeekday);
    return [first, addDays(first, 6)];
  }

  step(direction) {
    const days = this.span === 'week' ? 7 : 1;
    this.setSpan(this.span, addDays(this.from, direction * days));
  }

  /** The filters as parameters of an address. */
  get parameters() {
    const { span, from, to } = this;
    const pairs = { all: [], day: [['day', from]], week: [['week', from]], range: [['from', from], ['to', to]] }[span];
    return new URLSearchParams([...pairs, ...this.selection]);
  }

  /** The same without the days: what a view or a calendar selects. */
  get selection() {
    const pairs = [...[...this.categories].sort().map((id) => ['category', id]), ...(this.place?.address ?? [])];
    if (this.near) pairs.push(['near', this.near.point.join(',')], ['radius', String(this.near.radius)]);
    if (this.kind) pairs.push(['kind', this.kind]);
    if (this.free) pairs.push(['free', '1']);
    if (this.online) pairs.push(['online', '1']);
    if (this.audience) pairs.push(['audience', this.audience]);
    if (this.text.trim()) pairs.push(['q', this.text.trim()]);
    return new URLSearchParams(pairs);
  }

  /** Sets the filters from an address. Unknown values are ignored. */
  set(parameters, places) {
    this.reset();
    const day = (name) => {
      const value = parameters.get(name) ?? '';
      return isDay(value) && value >= this.events.firstDay && value <= this.events.lastDay ? value : null;
    };
    if (day('day')) this.setSpan('day', day('day'));
    else if (day('week')) this.setSpan('week', day('week'));
    else if (day('from') || day('to')) {
      this.setSpan('range', day('from') ?? this.from);
      this.to = day('to') && day('to') >= this.from ? day('to') : this.to;
    }
    const known = parameters.getAll('category').filter((id) => this.events.names.has(id));
    this.categories = new Set(known);
    this.place = places.find(parameters);
    if (['official', 'community'].includes(parameters.get('kind'))) this.kind = parameters.get('kind');
    this.free = parameters.get('free') === '1';
    this.online = parameters.get('online') === '1';
    this.audience = parameters.get('audience') ?? '';
    const point = (parameters.get('near') ?? '').split(',').map(Number);
    const radius = Number(parameters.get('radius') ?? 500);
    if (point.length === 2 && point.every(Number.isFinite) && radius > 0) this.near = { point, radius, label: translate('a point') };
    this.text = parameters.get('q') ?? '';
  }

  get isPlain() {
    return this.span === 'all' && !this.categories.size && !this.place && !this.kind && !this.free
      && !this.online && !this.audience && !this.near && !this.text.trim();
  }

  /**
   * The dates that pass, and for each category and place the number of dates if it were chosen
   * together with all other filters.
   */
  apply() {
    const audience = folded(this.audience);
    const words = folded(this.text).split(/\s+/).filter(Boolean);
    const entries = [];
    const byCategory = new Map();
    const byPlace = new Map();
    const add = (counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1);
    for (const entry of this.events.entries) {
      const { event } = entry;
      if (entry.day > this.to || entry.last < this.from) continue;
      if (this.kind && event.kind !== this.kind) continue;
      if (this.free && event.free !== true) continue;
      if (this.online && !CampusEvents.isOnline(event)) continue;
      if (audience && !folded(event.audience ?? '').includes(audience)) continue;
      if (this.near && !(this.events.distance(entry, this.near.point) <= this.near.radius)) continue;
      if (words.length && !this.events.mentions(entry, words)) continue;
      const categories = event.categories ?? [];
      const isOfCategory = !this.categories.size
        || categories.some((category) => this.categories.has(category));
      const isAtPlace = !this.place || this.place.ids.has(entry.place);
      if (isAtPlace) for (const category of categories) add(byCategory, category);
      if (isOfCategory && entry.place) add(byPlace, entry.place);
      if (isOfCategory && isAtPlace) entries.push(entry);
    }
    return { entries, byCategory, byPlace };
  }
}
