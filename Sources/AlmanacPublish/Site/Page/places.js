// The tree of places: category, sub-category, place. The chosen place filters the list and moves the map.

class PlaceTree {
  constructor(events, { onChoose }) {
    this.events = events;
    this.onChoose = onChoose;
    this.nodes = [];
    const root = element('li', {}, this.#button(translate('Everywhere'), null));
    part('places').replaceChildren(root, ...this.#categories());
  }

  /** Updates the counts and marks the chosen place. */
  update(byPlace, chosen) {
    for (const { button, badge, choice } of this.nodes) {
      let sum = 0;
      for (const id of choice?.ids ?? byPlace.keys()) sum += byPlace.get(id) ?? 0;
      badge.textContent = sum || '';
      button.classList.toggle('empty', !sum);
      button.setAttribute('aria-pressed', String((choice?.key ?? null) === (chosen?.key ?? null)));
    }
  }

  /** The choice in an address; null for everywhere and for unknown places. */
  find(parameters) {
    const place = this.events.places.get(parameters.get('place'));
    if (place) return PlaceTree.choice(this.events, place);
    const wanted = String(new URLSearchParams(['area', 'part'].filter((name) => parameters.has(name))
      .map((name) => [name, parameters.get(name)])));
    const node = this.nodes.find(({ choice }) => wanted && String(new URLSearchParams(choice?.address)) === wanted);
    return node?.choice ?? null;
  }

  /** The choice of a place with all places within it. */
  static choice(events, place) {
    return {
      key: `place ${place.id}`, label: place.name, ids: events.within(place.id), points: [events.placeOnMap(place.id)?.point].filter(Boolean),
      address: [['place', place.id]],
    };
  }

  #categories() {
    const groups = grouped(this.events.places.values(), (place) => place.category);
    const listed = this.events.campus.placeCategories ?? [];
    const others = [...groups.keys()].filter((name) => name && !listed.includes(name));
    return [...listed, ...others, undefined].filter((name) => groups.has(name)).map((name) => {
      const label = name ?? 'Other places';
      return this.#branch(name ?? translate(label), [['area', label]], groups.get(name), this.#subcategories(label, groups.get(name)));
    });
  }

  #subcategories(category, places) {
    const groups = grouped(places, (place) => place.subcategory ?? '');
    const leaves = (some) => some.sort((one, other) => one.name.localeCompare(other.name, Words.locale, { numeric: true }))
      .map((place) => element('li', {}, this.#button(place.name, PlaceTree.choice(this.events, place))));
    // A category of one sub-category, or none, needs no second level.
    if (groups.size === 1) return leaves(places);
    return [...groups].sort(([one], [other]) => (one === '') - (other === '') || one.localeCompare(other, Words.locale))
      .flatMap(([name, some]) => (name === ''
        ? leaves(some)
        : [this.#branch(name, [['area', category], ['part', name]], some, leaves(some))]));
  }

  #branch(name, address, places, children) {
    const ids = new Set(places.flatMap((place) => [...this.events.within(place.id)]));
    const points = places.map((place) => place.point).filter(Boolean);
    const list = element('ul', { 'aria-label': name, hidden: true }, children);
    const twist = element('button', {
      type: 'button', class: 'twist', 'aria-expanded': 'false', 'aria-label': translate('Places of {name}', { name }),
      onclick: () => {
        list.hidden = !list.hidden;
        twist.setAttribute('aria-expanded', String(!list.hidden));
      },
    });
    return element('li', { class: 'branch' }, twist, this.#button(name, { key: address.join(' '), label: name, ids, points, address }), list);
  }

  #button(name, choice) {
    const badge = element('span', { class: 'badge' });
    const button = element('button', { type: 'button', 'aria-pressed': 'false', onclick: () => this.onChoose(choice) },
      element('span', { text: name }), badge);
    this.nodes.push({ button, badge, choice });
    return button;
  }
}
