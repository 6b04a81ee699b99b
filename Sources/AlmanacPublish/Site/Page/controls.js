// The form above the list. It changes the filter and reports changes; it is independent of list and map.

class Controls {
  constructor({ onChange, onPlace }) {
    this.onChange = onChange;
    this.onPlace = onPlace;
    this.#listen();
  }

  setCampus(events, filter) {
    this.events = events;
    this.filter = filter;
    this.tree = new PlaceTree(events, { onChoose: (choice) => this.onPlace(choice) });
    this.boxes = new Map(events.categories.map((category) => [category.id, this.#category(category)]));
    part('categories').replaceChildren(...[...this.boxes.values()].map((box) => box.item));
    part('audience').replaceChildren(...['', ...events.audiences].map((audience) => element(
      'option', { value: audience, text: audience || translate('Any audience') })));
    part('audience').closest('label').hidden = !events.audiences.length;
    part('distance').closest('label').hidden = !events.center;
    for (const name of ['from', 'to']) {
      part(name).min = events.firstDay;
      part(name).max = events.lastDay;
    }
  }

  /** Shows the current filter, also after changes from elsewhere. */
  update({ byCategory, byPlace }) {
    const { filter } = this;
    for (const radio of document.querySelectorAll('#UI_controls input[name=span]')) {
      radio.checked = radio.value === filter.span;
    }
    part('stepper').hidden = filter.span === 'all';
    part('stepper').dataset.span = filter.span;
    part('from').value = filter.from;
    part('to').value = filter.to;
    part('range').textContent = filter.span === 'week' ? rangeText(filter.from, filter.to) : '';
    part('earlier').disabled = filter.from <= this.events.firstDay;
    part('later').disabled = filter.to >= this.events.lastDay;
    part('kind').value = filter.kind;
    part('free').checked = filter.free;
    part('online').checked = filter.online;
    part('audience').value = filter.audience;
    part('distance').value = filter.near ? String(filter.near.radius) : '';
    if (part('text').value !== filter.text) part('text').value = filter.text;
    for (const [id, { input, badge, item }] of this.boxes) {
      input.checked = filter.categories.has(id);
      badge.textContent = byCategory.get(id) ?? '';
      item.classList.toggle('empty', !byCategory.get(id));
    }
    this.tree.update(byPlace, filter.place);
    this.#chosen();
  }

  /** Closes the open menus; returns them. */
  closeDrops(but = null) {
    const open = [...document.querySelectorAll('details.drop[open]')].filter((drop) => drop !== but);
    for (const drop of open) drop.open = false;
    return open;
  }

  #listen() {
    const change = (name, event, apply) => part(name).addEventListener(event, () => {
      apply(part(name));
      this.onChange();
    });
    part('controls').addEventListener('submit', (event) => event.preventDefault());
    let timer;
    part('text').addEventListener('input', () => {
      // Debounce: fast typing draws the list once.
      clearTimeout(timer);
      timer = setTimeout(() => {
        this.filter.text = part('text').value;
        this.onChange(true);
      }, 15);
    });
    part('text').addEventListener('focus', () => this.events.fold());
    change('kind', 'change', (box) => { this.filter.kind = box.value; });
    change('free', 'change', (box) => { this.filter.free = box.checked; });
    change('online', 'change', (box) => { this.filter.online = box.checked; });
    change('audience', 'change', (box) => { this.filter.audience = box.value; });
    part('distance').addEventListener('change', () => this.#near(Number(part('distance').value)));
    change('earlier', 'click', () => this.filter.step(-1));
    change('later', 'click', () => this.filter.step(1));
    change('from', 'change', (box) => {
      if (isDay(box.value)) this.filter.setSpan(this.filter.span, box.value);
    });
    change('to', 'change', (box) => {
      if (isDay(box.value)) this.filter.to = box.value < this.filter.from ? this.filter.from : box.value;
    });
    for (const radio of document.querySelectorAll('#UI_controls input[name=span]')) {
      radio.addEventListener('change', () => {
        const day = this.filter.span === 'all' ? this.events.startDay : this.filter.from;
        this.filter.setSpan(radio.value, day);
        this.onChange();
      });
    }
    part('more').addEventListener('click', () => {
      const isOpen = part('controls').classList.toggle('open');
      part('more').setAttribute('aria-expanded', String(isOpen));
    });
    for (const drop of document.querySelectorAll('details.drop')) {
      drop.addEventListener('toggle', () => { if (drop.open) this.closeDrops(drop); });
    }
    document.addEventListener('click', (event) => this.closeDrops(event.target.closest('details.drop')));
  }

  /** Filters by distance from the chosen place, else from the reader's position, else from the campus's center. */
  #near(radius) {
    const set = (point, label) => {
      this.filter.near = radius && point ? { point: point.map((degrees) => Math.round(degrees * 1e6) / 1e6), radius, label } : null;
      this.onChange();
    };
    const { place, near } = this.filter;
    const point = place?.points?.[0];
    if (!radius || point || near) {
      if (point) this.filter.place = null;
      set(point ?? near?.point, point ? place.label : near?.label);
    } else {
      const middle = () => set(this.events.center, this.events.campus.name);
      if (!navigator.geolocation || location.protocol !== 'https:') middle();
      else {
        navigator.geolocation.getCurrentPosition(
          ({ coords }) => set([coords.latitude, coords.longitude], translate('you')), middle, { timeout: 5000 });
      }
    }
  }

  #category(category) {
    const badge = element('span', { class: 'badge' });
    const input = element('input', {
      type: 'checkbox',
      onchange: () => {
        if (input.checked) this.filter.categories.add(category.id);
        else this.filter.categories.delete(category.id);
        this.onChange();
      },
    });
    const item = element('li', { class: `hue${category.hue}` },
      element('label', {}, input, element('span', { class: 'swatch' }), element('span', { text: category.name }), badge));
    return { input, badge, item };
  }

  /** Shows each active filter as a button that removes it. */
  #chosen() {
    const { filter } = this;
    const buttons = [];
    const add = (text, remove) => buttons.push(element('li', {}, element('button', {
      type: 'button', 'aria-label': translate('Remove the filter {name}', { name: text }), text, onclick: () => { remove(); this.onChange(); },
    })));
    for (const id of filter.categories) add(this.events.names.get(id), () => filter.categories.delete(id));
    if (filter.place) add(filter.place.label, () => { filter.place = null; });
    if (filter.kind) add(translate(filter.kind === 'official' ? 'Official' : 'Community'), () => { filter.kind = ''; });
    if (filter.near) {
      const { radius, label } = filter.near;
      add(translate('{distance} around {place}', { distance: radius < 1000 ? `${radius} m` : `${radius / 1000} km`, place: label }), () => { filter.near = null; });
    }
    if (filter.audience) add(filter.audience, () => { filter.audience = ''; });
    if (filter.online) add(translate('Online'), () => { filter.online = false; });
    if (filter.free) add(translate('Free'), () => { filter.free = false; });
    if (filter.text.trim()) add(`“${filter.text.trim()}”`, () => { filter.text = ''; });
    if (buttons.length > 1) {
      buttons.push(element('li', {}, element('button', {
        type: 'button', class: 'all', text: translate('Clear all'),
        onclick: () => {
          const { span, from, to } = filter;
          filter.reset();
          Object.assign(filter, { span, from, to });
          this.onChange();
        },
      })));
    }
    part('chosen').replaceChildren(...buttons);
    part('chosen').hidden = !buttons.length;
    part('more').dataset.count = buttons.length ? Math.min(buttons.length, 9) : '';
    part('categoryDrop').classList.toggle('set', filter.categories.size > 0);
    part('placeDrop').classList.toggle('set', filter.place !== null);
  }
}
