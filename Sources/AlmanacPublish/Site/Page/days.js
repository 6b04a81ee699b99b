// Days are text, `2026-03-03`: they sort as text, and the reader's time zone cannot shift them.

const MILLISECONDS = 86_400_000;

function dayNumber(day) {
  return Math.round(Date.parse(`${day}T00:00:00Z`) / MILLISECONDS);
}

function addDays(day, days) {
  return new Date((dayNumber(day) + days) * MILLISECONDS).toISOString().slice(0, 10);
}

/** 0 is Monday; day 0, 1 January 1970, was a Thursday. */
function weekday(day) {
  return (dayNumber(day) + 3) % 7;
}

/** The day with which the week of a day begins; `first` is 1 for Monday, 7 for Sunday. */
function weekStart(day, first) {
  return addDays(day, -((weekday(day) + 8 - first) % 7));
}

function isDay(text) {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));
}

/** A formatter of days or times in the reader's locale. Local times of the campus are treated as UTC. */
function formatter(name, options) {
  formatter.known ??= new Map();
  if (!formatter.known.has(name)) formatter.known.set(name, new Intl.DateTimeFormat(Words.locale, { timeZone: 'UTC', ...options }));
  return formatter.known.get(name);
}

function midnight(day) {
  return new Date(`${day}T00:00:00Z`);
}

/** `Tuesday 3 March 2026` */
function longDay(day) {
  return formatter('long', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).format(midnight(day));
}

/** `3 March` */
function shortDay(day) {
  return shortDays().format(midnight(day));
}

function shortDays() {
  return formatter('short', { day: 'numeric', month: 'long' });
}

/** `2–8 March`, `30 March – 5 April` */
function rangeText(from, to) {
  return shortDays().formatRange(midnight(from), midnight(to));
}

/** `19:00`, `7:00 PM`; it never breaks. */
function hourText(time) {
  const text = formatter('hour', { hour: 'numeric', minute: '2-digit' }).format(new Date(`${time.slice(0, 16)}Z`));
  return text.replace(/\s/g, '\u00a0');
}

/** The current day in the campus's time zone. */
function todayIn(timezone) {
  try {
    const parts = new Intl.DateTimeFormat('en', {
      timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit',
    }).formatToParts(new Date());
    const of = (type) => parts.find((one) => one.type === type).value;
    return `${of('year')}-${of('month')}-${of('day')}`;
  } catch {
    // Browsers without the zone use the day in UTC, which differs by one day at most.
    return new Date().toISOString().slice(0, 10);
  }
}

function isWholeDay(date) {
  return date.start.length === 10;
}

/** `19:00–21:00`, `All day`; in the campus's zone, as in data.js. */
function clockText(date) {
  if (isWholeDay(date)) return translate('All day');
  const start = hourText(date.start);
  return date.end && !date.last ? `${start}–${hourText(date.end)}` : start;
}

/** The full date and time. */
function whenText(date) {
  const from = longDay(date.start.slice(0, 10));
  if (isWholeDay(date)) return date.last ? translate('{from} to {to}', { from, to: longDay(date.last) }) : from;
  const start = `${from}, ${clockText(date)}`;
  return date.last ? translate('{from} to {to}', { from: start, to: `${longDay(date.last)}, ${hourText(date.end)}` }) : start;
}
