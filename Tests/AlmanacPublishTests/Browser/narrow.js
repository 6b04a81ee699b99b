play(async (seen) => {
  const map = document.getElementById('UI_mapSection');
  const results = document.getElementById('UI_results');
  seen.start = {
    width: innerWidth, list: isVisible(results), map: isVisible(map), today: all('.day h2')[0].textContent,
    overflow: document.documentElement.scrollWidth - innerWidth, isDark: matchMedia('(prefers-color-scheme: dark)').matches,
  };
  const small = all('button, select, summary, input[type=search], .item').filter(isVisible)
    .filter((one) => one.getBoundingClientRect().height < 32).map((one) => one.outerHTML.slice(0, 80));
  await click(document.getElementById('UI_more'));
  seen.filters = { visible: isVisible(document.getElementById('UI_kind')), expanded: document.getElementById('UI_more').ariaExpanded, small };
  seen.listPale = pale();
  await click(document.getElementById('UI_showMap'));
  seen.map = { list: isVisible(results), map: isVisible(map), pins: pins() };
  await click(all('.pin').find((one) => one.getAttribute('aria-label').startsWith('Great Hall')));
  seen.card = document.getElementById('UI_card').textContent;
  seen.mapPale = pale();
  await click(all('#UI_card button')[0]);
  seen.back = { list: isVisible(results), titles: titles() };
  await click(all('.item a')[0]);
  seen.detail = { visible: isVisible(detail()), overflow: document.documentElement.scrollWidth - innerWidth, pale: pale() };
  seen.barriers = barriers();
});
