// All elements are made here and never from markup, so that feeds cannot inject any.

/**
 * Makes an element. Properties are attributes, except `on…` (listeners) and `text`;
 * null, undefined and false omit an attribute or a child.
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

/** An element of the template. No event's id starts with its prefix `UI_`. */
function part(name) {
  return document.getElementById(`UI_${name}`);
}

/** A link if the address is safe, else only its text. */
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

/** The reader's stored choice; null if there is none, or if the page has no storage, as on disk. */
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
