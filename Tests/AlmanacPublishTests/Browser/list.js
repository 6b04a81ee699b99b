play(async (seen) => {
  seen.start = {
    titles: titles(), summary: summary(), headings: all('.day h2').slice(0, 2).map((one) => one.textContent),
    map: isVisible(document.getElementById('UI_mapSection')), campuses: all('#UI_campus option').map((one) => one.textContent),
  };
  await use('campus', 'valley');
  seen.valley = { items: all('.item').length, summary: summary(), name: document.getElementById('UI_campusName').textContent, more: document.querySelector('.more')?.textContent ?? '' };
  await click(document.querySelector('.more'));
  seen.grown = all('.item').length;
  location.hash = '#jazz-night';
  await rest(100);
  seen.switched = { name: document.getElementById('UI_campusName').textContent, title: detail().querySelector('h2').textContent };
});
