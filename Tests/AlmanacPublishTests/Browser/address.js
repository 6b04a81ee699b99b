play(async (seen) => {
  const chips = () => all('#UI_chosen button').map((one) => one.textContent);
  const where = () => ({ hash: location.hash, titles: titles(), chips: chips(), open: detail().hidden ? null : detail().querySelector('h2').textContent });
  const back = async () => {
    // The browser goes back asynchronously.
    const moved = new Promise((done) => addEventListener('popstate', done, { once: true }));
    history.back();
    await Promise.race([moved, rest(20_000)]);
    await rest(300);
    return where();
  };
  // The filters in the initial address.
  seen.arrived = where();
  await click(all('#UI_chosen button').find((one) => one.textContent === 'Clear all') ?? document.body);
  seen.cleared = where();

  await use('free', true);
  seen.free = where();
  for (const text of ['e', 'ev', 'eve']) await use('text', text);
  seen.typed = where();
  await click(all('input[value=day]')[0]);
  seen.day = where();
  await click(all('.item a')[0] ?? document.body);
  seen.none = where();
  seen.backs = [await back(), await back(), await back()];

  location.hash = '#?area=Libraries&kind=official&from=2026-03-04&to=2026-03-20';
  await rest(300);
  seen.followed = { ...where(), zoom: theMap.getZoom(), span: document.querySelector('input[name=span]:checked').value };
  const jazz = all('.item a')[0];
  await click(jazz);
  seen.opened = { ...where(), kept: history.state?.filters };
  await press(document.activeElement, 'Escape');
  seen.left = where();
  seen.reopened = await back();
  location.hash = '#?category=nothing&place=nowhere&day=1999-01-01&kind=x&free=yes';
  await rest(300);
  seen.strange = where();
});
