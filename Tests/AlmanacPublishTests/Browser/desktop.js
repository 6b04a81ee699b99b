play(async (seen) => {
  seen.icons = all('.weather-icon').map((one) => ({ name: one.dataset.icon, strokes: one.childElementCount, wide: one.getBoundingClientRect().width }));
  seen.start = { titles: titles(), summary: summary(), pins: pins(), names: all('.name').map((one) => one.textContent) };
  const home = view();

  await use('text', 'leopold LECTURES');
  seen.search = { titles: titles(), pins: pins(), stays: view() === home };
  await use('text', '');
  await use('kind', 'community');
  seen.community = { titles: titles(), stays: view() === home };
  await use('kind', '');
  await use('free', true);
  seen.free = { titles: titles(), chips: all('#UI_chosen button').map((one) => one.textContent) };
  await click(all('#UI_chosen button')[0]);
  const [arts] = all('#UI_categories input');
  await click(arts);
  seen.category = { titles: titles(), badge: all('#UI_categories .badge')[0].textContent };
  await click(arts);

  await click(all('input[value=day]')[0]);
  seen.day = { titles: titles(), headings: all('.day h2').map((one) => one.textContent) };
  await click(document.getElementById('UI_later'));
  seen.nextDay = { titles: titles(), headings: all('.day h2').map((one) => one.textContent) };
  await click(all('input[value=week]')[0]);
  seen.week = { range: document.getElementById('UI_range').textContent, summary: summary() };
  await click(all('input[value=range]')[0]);
  await use('from', '2026-03-10');
  await use('to', '2026-03-12');
  seen.range = { titles: titles() };
  await click(all('input[value=all]')[0]);
  seen.all = { summary: summary(), stays: view() === home };

  await click(all('.pin').find((one) => one.getAttribute('aria-label').startsWith('Léopold')));
  seen.marker = { titles: titles(), zoom: theMap.getZoom(), chips: all('#UI_chosen button').map((one) => one.textContent) };
  await click(all('#UI_chosen button')[0]);
  await press(all('.pin').find((one) => one.getAttribute('aria-label').startsWith('Great Hall')), 'Enter');
  seen.keyboard = { titles: titles() };
  await click(all('#UI_places button').find((one) => one.textContent.startsWith('Everywhere')));
  await click(document.querySelector('.home'));
  seen.home = { stays: view() === home };

  document.getElementById('UI_placeDrop').open = true;
  seen.tree = all('#UI_places > li > button:not(.twist)').map((one) => one.textContent);
  await click(all('.twist')[0]);
  seen.branch = all('#UI_places li li button').filter(isVisible).map((one) => one.textContent);
  await click(all('#UI_places button').find((one) => one.textContent.startsWith('Libraries')));
  seen.placeCategory = { titles: titles(), isClosed: !document.getElementById('UI_placeDrop').open };
  await click(all('#UI_chosen button')[0]);

  theMap.panBy([100_000, -100_000], { animate: false });
  await rest();
  theMap.setZoom(1, { animate: false });
  await rest();
  seen.edge = { isInside: theMap.options.maxBounds.contains(theMap.getCenter()), zoom: theMap.getZoom(), least: theMap.getMinZoom() };
  await click(document.querySelector('.home'));

  const jazz = all('.item a').find((one) => one.textContent.startsWith('Jazz'));
  jazz.focus();
  await click(jazz);
  seen.detail = {
    hash: location.hash, text: detail().textContent, title: document.title,
    focus: document.activeElement.id, links: all('a', detail()).map((one) => one.getAttribute('href')),
    icons: all('.weather-icon', detail()).map((one) => one.dataset.icon),
    isListInert: document.getElementById('UI_browse').inert, lit: all('.pin.lit').map((one) => one.getAttribute('aria-label')),
    barriers: barriers(), pale: pale(),
  };
  const made = [];
  URL.createObjectURL = (blob) => { made.push(blob); return '#UI_calendar'; };
  await click(all('button', detail()).find((one) => one.textContent === 'Add to calendar'));
  seen.calendar = await made[0].text();
  await press(document.activeElement, 'Escape');
  await rest();
  seen.closed = { isHidden: detail().hidden, hash: location.hash, focus: document.activeElement.textContent };

  await click(all('.item a').find((one) => one.textContent.startsWith('Morning Yoga')));
  seen.others = all('.dates small', detail()).map((one) => one.textContent);
  await press(document.activeElement, 'Escape');
  await rest();
  await click(all('.item a').find((one) => one.textContent.startsWith('Evening Yoga')));
  seen.dated = all('.text', detail()).map((one) => one.textContent);
  await press(document.activeElement, 'Escape');
  await rest();

  for (const id of ['lectures', 'jazz-trio', 'no-such-event']) {
    location.hash = `#${id}`;
    await rest(100);
    (seen.permalinks ??= []).push(detail().hidden ? '' : detail().querySelector('h2').textContent);
  }
  location.hash = '#evil';
  await rest(100);
  seen.evil = {
    text: detail().querySelector('h2').textContent, made: all('img, iframe, object, b, i').length,
    links: all('a[href]').map((one) => one.href).filter((one) => !/^(https?|mailto|file):/.test(one)), ran: window.hacked ?? false,
  };
  await press(document.activeElement, 'Escape');
  seen.barriers = barriers();
  seen.pale = pale();
});
