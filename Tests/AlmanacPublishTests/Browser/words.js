play(async (seen) => {
  const text = (selector) => document.querySelector(selector).textContent;
  seen.lang = document.documentElement.lang;
  seen.dir = document.documentElement.dir;
  seen.heading = text('.day h2');
  seen.search = document.getElementById('UI_text').placeholder;
  seen.summary = summary();
  seen.languages = all('#UI_language option').map((one) => one.textContent);
  seen.selections = all('.selections a').map((one) => one.textContent);
  // Names from feeds and from the operator are not translated.
  seen.titles = titles();
  const panel = document.querySelector('.panel').getBoundingClientRect();
  seen.isListLeft = panel.left < innerWidth / 4;
  seen.align = getComputedStyle(document.querySelector('.item h3')).textAlign;
  seen.overflow = document.documentElement.scrollWidth - innerWidth;
  await click(all('.item a').find((one) => one.textContent.startsWith('Jazz')));
  seen.buttons = all('.buttons > *', detail()).map((one) => one.textContent);
  seen.when = text('.facts dd span');
  seen.barriers = barriers();
});
