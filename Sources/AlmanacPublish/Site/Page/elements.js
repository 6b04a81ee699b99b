// All elements are made here and never from markup, so that texts of feeds remain texts.

/**
 * Makes an element. Properties are attributes, but for `on…` (listeners) and `text`;
 * null, undefined and false leave an attribute or a child out.
 */
function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (key === 'text') made.textContent = value;
    else made.setAttribute(key, value === true ? '' : value);
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined && child !== false) made.append(child);
  }
  return made;
}

/** An element of the template. Its ids begin with what no event's id can hold. */
function part(name) {
  return document.getElementById(`UI_${name}`);
}

/** A link, where the address is one of the web or of mail; else only its text. */
function link(address, text, properties = {}) {
  return isSafe(address)
    ? element('a', { href: address, rel: 'noopener', ...properties }, text)
    : element('span', properties, text);
}

/** Whether a link is safe. Publishing already filters links; this also covers other writers of data.js. */
function isSafe(address) {
  if (!address) return false;
  try {
    return /^(https?|mailto):$/.test(new URL(address).protocol);
  } catch {
    return false;
  }
}

/** What the reader chose before; null if nothing, or where pages, as those on disk, have no storage. */
function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Without storage a choice lasts as long as the page. */
function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // See above.
  }
}
