// Loaded before the page's own script: how long a reader waits, measured on the clock of the wall.

(() => {
  const painted = () => new Promise((done) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => done(performance.now());
    port2.postMessage(null);
  }));
  const rest = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  const part = (name) => document.getElementById(`UI_${name}`);

  /** Milliseconds from an act of the reader to the frame in which the list and the counts have changed. */
  async function timed(act) {
    await rest(150);
    const drawn = new Promise((done) => {
      const watcher = new MutationObserver(() => { watcher.disconnect(); done(); });
      watcher.observe(part('list'), { childList: true });
    });
    const start = performance.now();
    act();
    await drawn;
    return await painted() - start;
  }

  const click = (selector) => () => document.querySelector(selector).click();
  const choose = (name, value) => () => {
    part(name).value = value;
    part(name).dispatchEvent(new Event('change', { bubbles: true }));
  };
  const type = (text) => () => {
    part('text').value = text;
    part('text').dispatchEvent(new InputEvent('input', { bubbles: true }));
  };

  async function several(name, acts, found) {
    const times = [];
    for (const act of acts) times.push(await timed(act));
    found[name] = times;
  }

  addEventListener('load', async () => {
    const found = { load: [await painted()] };
    found.events = window.almanacData.events.length;
    found.dates = window.almanacData.events.reduce((sum, { dates }) => sum + dates.length, 0);
    await several('first letter, unprepared', [type('m')], found);
    await several('letter', ['mu', 'mus', 'musi', 'music', 'musi', 'mus', 'mu', 'm', ''].map(type), found);
    await several('rare word', ['w', 'wo', 'wor', 'work', 'works', 'worksh', ''].map(type), found);
    const box = '#UI_categories li:nth-child(2) input';
    await several('category', [click(box), click(box), click(box), click(box)], found);
    await several('kind', ['community', 'official', ''].map((value) => choose('kind', value)), found);
    await several('free', [click('#UI_free'), click('#UI_free')], found);
    await several('day', [click('input[value=day]'), click('#UI_later'), click('#UI_later')], found);
    await several('week', [click('input[value=week]'), click('#UI_later')], found);
    await several('all days', [click('input[value=all]')], found);
    const place = '#UI_places li li button:not(.twist)';
    await several('place', [click(place), click('#UI_places > li:first-child button')], found);
    await several('back', [() => history.back(), () => history.back()], found);
    console.log(`MEASURED ${JSON.stringify(found)}`);
  });
})();
