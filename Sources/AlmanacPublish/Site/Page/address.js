// The page's address: the filters, `#?category=arts&free=1`, or the open event, `#jazz-night`. A fragment
// also works on disk and is never sent to a server. Links to the page may use `?category=arts` instead.

class Address {
  /** {id, filters}: filters is null if the address has none. */
  static read() {
    const [id, text] = Address.#parts();
    if (text !== null) return { id, filters: new URLSearchParams(text) };
    // The address of an event has no filters; the history entry keeps them.
    const kept = id ? history.state?.filters : Address.#query().toString();
    return { id, filters: typeof kept === 'string' ? new URLSearchParams(kept) : null };
  }

  /** Stores the filters in the history entry of an event. */
  static keep(filters) {
    history.replaceState({ filters: filters.toString() }, '');
  }

  /** Writes the filters into the address, as a new or replaced history entry. */
  static write(filters, replaces = false) {
    const text = filters.toString();
    // An empty fragment removes the filters of the query.
    const fragment = text || Address.#query().toString() ? `#?${text}` : '';
    if (fragment === location.hash) return;
    const address = `${location.pathname}${location.search}${fragment}`;
    history[replaces ? 'replaceState' : 'pushState'](null, '', address);
  }

  /** Whether an event is open. */
  static get isOfEvent() {
    return Address.#parts()[0] !== '';
  }

  static #parts() {
    const hash = location.hash.slice(1);
    const mark = hash.indexOf('?');
    return mark < 0 ? [hash, null] : [hash.slice(0, mark), hash.slice(mark + 1)];
  }

  static #query() {
    const names = ['campus', 'day', 'week', 'from', 'to', 'category', 'place', 'area', 'part', 'kind', 'free', 'online', 'audience', 'near', 'radius', 'q'];
    return new URLSearchParams([...new URLSearchParams(location.search)].filter(([name]) => names.includes(name)));
  }
}
