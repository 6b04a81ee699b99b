// Days are text, `2026-03-03`: they sort as they are, and no zone of the reader's can shift them.

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August',
  'September', 'October', 'November', 'December'];
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
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

/** `Tuesday 3 March 2026` */
function longDay(day) {
  return `${WEEKDAYS[weekday(day)]} ${shortDay(day)} ${day.slice(0, 4)}`;
}

/** `3 March` */
function shortDay(day) {
  return `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`;
}

/** `2–8 March`, `30 March – 5 April` */
function stretchText(from, to) {
  if (from === to) return shortDay(from);
  return from.slice(0, 7) === to.slice(0, 7)
    ? `${Number(from.slice(8))}–${shortDay(to)}`
    : `${shortDay(from)} – ${shortDay(to)}`;
}

/** The reader's day on the campus's clocks. */
function todayIn(timezone) {
  try {
    const parts = new Intl.DateTimeFormat('en', {
      timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit',
    }).formatToParts(new Date());
    const of = (type) => parts.find((one) => one.type === type).value;
    return `${of('year')}-${of('month')}-${of('day')}`;
  } catch {
    // A browser that doesn't know the zone still knows the day to within one.
    return new Date().toISOString().slice(0, 10);
  }
}

function isWholeDay(date) {
  return date.start.length === 10;
}

/** `19:00–21:00`, `All day`; the clock of the campus, as data.js states it. */
function clockText(date) {
  if (isWholeDay(date)) return 'All day';
  const start = date.start.slice(11, 16);
  return date.end && !date.last ? `${start}–${date.end.slice(11, 16)}` : start;
}

/** When it is, in full. */
function whenText(date) {
  const first = longDay(date.start.slice(0, 10));
  if (isWholeDay(date)) return date.last ? `${first} to ${longDay(date.last)}` : first;
  if (!date.last) return `${first}, ${clockText(date)}`;
  return `${first}, ${clockText(date)}, to ${longDay(date.last)}, ${date.end.slice(11, 16)}`;
}
