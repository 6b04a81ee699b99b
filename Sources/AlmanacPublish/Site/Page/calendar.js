// One date as an iCalendar file (RFC 5545), made in the browser, because a page on disk has no server.

function calendarFile(events, event, date, uidDomain) {
  const location = CampusEvents.location(event, date);
  const lines = [
    'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Almanac//Almanac//EN', 'BEGIN:VEVENT',
    // The same UID as in the calendars, so that subscribers get no duplicate.
    `UID:${date.uid ?? event.id}@${uidDomain}`, `DTSTAMP:${utc(new Date())}`,
  ];
  if (date.instance) lines.push(`RECURRENCE-ID${date.instance.length === 8 ? ';VALUE=DATE' : ''}:${date.instance}`);
  if (isWholeDay(date)) {
    lines.push(`DTSTART;VALUE=DATE:${date.start.replaceAll('-', '')}`);
    // Section 3.6.1: the end of a whole day is the day after.
    lines.push(`DTEND;VALUE=DATE:${addDays(date.last ?? date.start, 1).replaceAll('-', '')}`);
  } else {
    lines.push(`DTSTART:${utc(new Date(date.start))}`);
    if (date.end) lines.push(`DTEND:${utc(new Date(date.end))}`);
  }
  lines.push(`SUMMARY:${calendarText(date.title ?? event.title)}`);
  const venue = events.venueText(location);
  if (venue) lines.push(`LOCATION:${calendarText(venue)}`);
  const point = events.point(location);
  if (point) lines.push(`GEO:${point[0]};${point[1]}`);
  const text = date.text ?? event.text;
  if (text) lines.push(`DESCRIPTION:${calendarText(text)}`);
  if (isSafe(event.url)) lines.push(`URL:${event.url}`);
  lines.push('END:VEVENT', 'END:VCALENDAR', '');
  return new Blob([lines.map(foldedLine).join('\r\n')], { type: 'text/calendar' });
}

/** `20260303T110000Z` */
function utc(time) {
  return time.toISOString().replace(/[-:]|\.\d+/g, '');
}

/** Section 3.3.11. */
function calendarText(text) {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');
}

/** Lines of at most 75 octets, continued after a blank (section 3.1); no character is cut. */
function foldedLine(line) {
  const encoder = new TextEncoder();
  let result = '';
  let width = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (width + size > 75) {
      result += '\r\n ';
      width = 1;
    }
    result += character;
    width += size;
  }
  return result;
}
