play(async (seen) => {
  const follow = () => {
    const box = document.getElementById('UI_subscribe');
    return isVisible(box) ? all('a', box).map((one) => `${one.textContent} ${one.getAttribute('href')}`) : [];
  };
  const where = () => ({ titles: titles(), chips: all('#UI_chosen button').map((one) => one.textContent), hash: location.hash, follow: follow() });
  if (isVisible(document.getElementById('UI_more'))) await click(document.getElementById('UI_more'));
  seen.hidden = ['audience', 'online', 'distance'].filter((name) => !isVisible(document.getElementById(`UI_${name}`)));
  seen.start = where();
  seen.audiences = all('#UI_audience option').map((one) => one.textContent);
  await use('audience', 'public');
  seen.audience = where();
  await use('audience', '');
  await use('online', true);
  seen.online = where();
  await use('online', false);
  // Without the reader's position, the distance is that from the middle of the campus.
  await use('distance', '250');
  seen.near = where();
  await use('distance', '');
  await use('free', true);
  seen.view = where();
  await use('kind', 'official');
  seen.none = where();
  await use('kind', '');
  await use('free', false);
  await click(all('#UI_categories input')[0]);
  seen.category = where();
  seen.overflow = document.documentElement.scrollWidth - innerWidth;
  seen.barriers = barriers();
});
