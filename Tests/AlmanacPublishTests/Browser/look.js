// Functions that scenarios share: finding, using and checking elements of the page.

window.L?.Map.addInitHook(function () { window.theMap = this; });

const rest = (milliseconds = 20) => new Promise((done) => setTimeout(done, milliseconds));
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const isVisible = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert]');
const titles = () => all('.item h3').map((one) => one.textContent);
const summary = () => document.getElementById('UI_summary').textContent;
const pins = () => all('.pin').map((one) => one.getAttribute('aria-label')).sort();
const detail = () => document.getElementById('UI_detail');
const view = () => `${theMap.getZoom()} ${theMap.getCenter().lat.toFixed(5)} ${theMap.getCenter().lng.toFixed(5)}`;

function use(id, value) {
  const input = document.getElementById(`UI_${id}`);
  if (typeof value === 'boolean') input.checked = value;
  else input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  input.dispatchEvent(new Event('change', { bubbles: true }));
  return rest(200);
}

function press(target, key) {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  return rest();
}

async function click(target) {
  target.click();
  await rest(300);
}

/** Errors for screen readers and keyboards; empty if there are none. */
function barriers() {
  const found = [];
  for (const one of all('a, button, input, select, summary, [role=button]').filter(isVisible)) {
    const name = one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.textContent;
    if (!name.trim()) found.push(`no name: ${one.outerHTML.slice(0, 90)}`);
  }
  const ids = all('[id]').map((one) => one.id);
  for (const id of ids.filter((one, index) => ids.indexOf(one) !== index)) found.push(`id twice: ${id}`);
  // Tab follows the order of the document, and a link skips to the list.
  for (const one of all('[tabindex]')) {
    if (one.tabIndex > 0) found.push(`out of order: ${one.outerHTML.slice(0, 90)}`);
  }
  const [first] = all('a, button, input, select, summary, [tabindex]').filter((one) => one.tabIndex >= 0);
  if (!first.matches('.skip')) found.push(`first is ${first.outerHTML.slice(0, 90)}`);
  let level = 0;
  for (const heading of all('h1, h2, h3, h4').filter(isVisible)) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) found.push(`heading after level ${level}: ${heading.outerHTML.slice(0, 60)}`);
    level = next;
  }
  if (all('h1').length !== 1) found.push('not one h1');
  for (const selector of ['main', 'header', '[role=search]', '[role=status]']) {
    if (all(selector).length !== 1) found.push(`not one ${selector}`);
  }
  return found;
}

/** Texts with a contrast below WCAG 2.2's 4.5 (3 for large text), with the ratio. */
function pale() {
  const found = new Set();
  for (const one of all('body *').filter(isVisible)) {
    const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    // Names on the map have a halo instead of a background.
    if (!hasText || one.closest('.name, .unseen, .skip, [disabled], option, .leaflet-disabled')) continue;
    const style = getComputedStyle(one);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
    const ratio = contrast(style.color, background(one));
    if (ratio < (large ? 3 : 4.5)) found.add(`${ratio.toFixed(2)} ${one.className || one.tagName}: ${one.textContent.trim().slice(0, 30)}`);
  }
  return [...found];
}

function background(one) {
  for (let box = one; box; box = box.parentElement) {
    const color = getComputedStyle(box).backgroundColor;
    const [, , , alpha = 1] = numbers(color);
    if (alpha > 0.85) return color;
  }
  return 'rgb(255, 255, 255)';
}

function contrast(one, other) {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color) {
  const [red, green, blue] = numbers(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function numbers(color) {
  return color.match(/[\d.]+/g).map(Number);
}

/** Runs a scenario when the page is loaded, and logs its report. */
function play(scenario) {
  addEventListener('load', async () => {
    try {
      await rest(100);
      await scenario(seen);
    } catch (error) {
      seen.errors.push(`scenario: ${error.stack}`);
    }
    // Base64, which the browser's log does not change.
    console.log(`SEEN ${btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(seen))))} SEEN-END`);
  });
}
