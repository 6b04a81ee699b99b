play(async (seen) => {
  const submit = all('.about a').find((one) => one.href.startsWith('mailto:'));
  seen.submit = { address: submit.getAttribute('href'), isVisible: isVisible(submit), note: submit.parentElement.nextElementSibling.textContent };
  const open = async (title) => {
    await click(all('.item a').find((one) => one.textContent.startsWith(title)));
    return all('.buttons a', detail()).map((one) => one.getAttribute('href')).filter((href) => /board|report/.test(href));
  };
  seen.others = await open('Exhibition');
  await click(detail().querySelector('.back'));
  seen.reports = await open('Jazz');
  const facts = all('.facts dd', detail()).filter((one) => one.querySelector('span, small'));
  seen.busy = facts.flatMap((one) => [...one.children].map((part) => part.textContent)).filter((text) => /\d [^\d]+ \d+ /.test(text));
  const picture = detail().querySelector('.pictures img');
  picture.loading = 'eager';
  await picture.decode();
  const [text] = all('.facts', detail());
  seen.picture = {
    width: picture.naturalWidth, name: picture.alt, words: picture.nextElementSibling.textContent,
    indent: Math.round(picture.getBoundingClientRect().left - text.getBoundingClientRect().left),
  };
  seen.pictureLinks = all('.pictures a', detail()).map((one) => one.href);
  seen.overflow = document.documentElement.scrollWidth - innerWidth;
  seen.pale = pale();
  seen.barriers = barriers();
});
