play(async (seen) => {
  const button = (text) => all('button, a', detail()).find((one) => one.textContent === text);
  const isNarrow = isVisible(document.getElementById('UI_more'));
  await use('text', 'jazz');
  seen.found = titles();
  await use('text', '');
  if (isNarrow) await click(document.getElementById('UI_more'));
  await use('free', true);
  seen.filtered = titles();
  await use('free', false);

  // Skip the form, open the first date, and return.
  const skip = document.querySelector('.skip');
  skip.focus();
  seen.skip = { isFirst: skip === all('a, button, input, select, summary')[0], isVisible: skip.getBoundingClientRect().width > 1 };
  await click(skip);
  const order = all('a[href], button, input, select, summary, [tabindex="0"]').filter(isVisible);
  const reached = order.filter((one) => {
    one.focus();
    return document.activeElement === one;
  });
  seen.unreachable = order.filter((one) => !reached.includes(one)).map((one) => one.outerHTML.slice(0, 80));
  const jazz = order.find((one) => one.textContent.startsWith('Jazz'));
  jazz.focus();
  await click(jazz);
  seen.opened = { title: detail().querySelector('h2').textContent, focus: document.activeElement.id };
  await press(document.activeElement, 'Escape');
  seen.returned = document.activeElement.textContent;

  await click(jazz.isConnected ? jazz : all('.item a').find((one) => one.textContent.startsWith('Jazz')));
  const made = [];
  URL.createObjectURL = (blob) => { made.push(blob); return '#UI_calendar'; };
  await click(button('Add to calendar'));
  seen.calendar = await made[0].text();

  const shared = [];
  Object.defineProperty(navigator, 'share', { value: async (one) => { shared.push(one); }, configurable: true });
  await click(button('Share'));
  Object.defineProperty(navigator, 'share', { value: undefined, configurable: true });
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { shared.push({ url: text }); } }, configurable: true });
  await click(button('Share'));
  seen.shared = shared.map(({ title, url }) => `${title ?? ''} ${url.split('/').slice(-2).join('/')}`);
  seen.copied = Boolean(button('Link copied'));
  seen.page = button('Link to this event').getAttribute('href');

  seen.where = detail().textContent.includes('GH-01-02, Great Hall');
  const ways = document.querySelector('.ways');
  const connection = () => all(':scope > :not(label)', ways).map((one) => one.textContent);
  seen.ways = [connection()];
  const from = ways.querySelector('select');
  seen.origins = all('option', from).map((one) => one.textContent);
  from.value = 'library';
  from.dispatchEvent(new Event('change'));
  seen.ways.push(connection());
  seen.directions = button('Directions on OpenStreetMap').href;
  await click(button('Show on map'));
  seen.map = { isVisible: isVisible(document.getElementById('UI_mapSection')), lit: all('.pin.lit').map((one) => one.getAttribute('aria-label')) };
  seen.overflow = document.documentElement.scrollWidth - innerWidth;
});
