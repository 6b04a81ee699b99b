play(async (seen) => {
  const chips = () => all('#UI_chosen button').map((one) => one.textContent);
  seen.far = { pins: pins(), numbers: all('.pin').map((one) => one.textContent).sort() };
  await click(all('.pin').find((one) => one.textContent === '3'));
  for (let steps = 0; steps < 6 && pins().some((one) => one.includes('places around')); steps += 1) {
    await click(all('.pin').find((one) => one.getAttribute('aria-label').includes('places around')));
  }
  seen.near = { pins: pins(), chips: chips() };
  await click(all('.pin').find((one) => one.getAttribute('aria-label').startsWith('Annex')));
  seen.chosen = { pins: pins(), chips: chips(), titles: titles() };
});
