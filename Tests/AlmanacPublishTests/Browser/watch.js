// Loaded before all other scripts: adds the page's errors to the report.

window.seen = { errors: [] };
addEventListener('error', (event) => seen.errors.push(event.message ?? `not loaded: ${event.target.src ?? event.target.href}`), true);
addEventListener('unhandledrejection', (event) => seen.errors.push(String(event.reason)));
addEventListener('securitypolicyviolation', (event) => seen.errors.push(`policy: ${event.violatedDirective} ${event.blockedURI}`));
for (const name of ['error', 'warn']) console[name] = (...words) => seen.errors.push(words.join(' '));

/** The reader's time, if a test sets one. */
const reader = new URLSearchParams(location.search).get('clock');
if (reader) {
  const Clock = Date;
  const shift = Clock.parse(reader) - Clock.now();
  window.Date = class extends Clock {
    constructor(...parts) { super(...(parts.length ? parts : [Clock.now() + shift])); }
    static now() { return Clock.now() + shift; }
  };
}
