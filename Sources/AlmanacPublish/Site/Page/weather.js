// The weather icons, drawn by the page, so that it contacts no server.

const SUN = 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M4.9 4.9l1.8 1.8M17.3 17.3l1.8 1.8M4.9 19.1l1.8-1.8M17.3 6.7l1.8-1.8';
const CLOUD = 'M7 16a4 4 0 0 1-.4-8A5.5 5.5 0 0 1 17 8.6 3.8 3.8 0 0 1 17 16Z';
const BEHIND = 'M15 4.5a3.5 3.5 0 0 1 5 3.2M17.5 1.5V2.6M21.6 3.4l-.8.8';
const MOON = 'M19.5 14.5A8 8 0 1 1 9.5 4.5a6.5 6.5 0 0 0 10 10Z';
const MOON_BEHIND = 'M15.2 4.6a4 4 0 1 0 6.3 4.6 3.2 3.2 0 0 1-3.9-3.9';
const FEW_DROPS = 'M9 19l-.6 2M14 19l-.6 2';
const DROPS = 'M7.5 18.5l-1 3M12 18.5l-1 3M16.5 18.5l-1 3';
const FLAKES = 'M7.5 19v3M6.2 19.8l2.6 1.4M8.8 19.8l-2.6 1.4M15.5 19v3M14.2 19.8l2.6 1.4M16.8 19.8l-2.6 1.4';
const BOLT = 'M12.5 16.5l-2.5 3h3l-2 3';
const FOG = 'M3 8h18M5 12h14M3 16h18M7 20h10';
const WIND = 'M3 9h11a2.5 2.5 0 1 0-2.5-2.5M3 13h15a2.5 2.5 0 1 1-2.5 2.5M3 17h7a2 2 0 1 1-2 2';

const WEATHER_ICONS = {
  clear: [SUN], mostly_clear: [CLOUD, BEHIND], partly_cloudy: [CLOUD, BEHIND], overcast: [CLOUD],
  clear_night: [MOON], mostly_clear_night: [CLOUD, MOON_BEHIND], partly_cloudy_night: [CLOUD, MOON_BEHIND],
  haze: [FOG], fog: [FOG], dust: [FOG], windy: [WIND], drizzle: [CLOUD, FEW_DROPS],
  rain_light: [CLOUD, FEW_DROPS], rain: [CLOUD, DROPS], rain_heavy: [CLOUD, DROPS],
  freezing_rain: [CLOUD, DROPS], sleet: [CLOUD, FLAKES], snow_light: [CLOUD, FLAKES],
  snow: [CLOUD, FLAKES], snow_heavy: [CLOUD, FLAKES], thunder: [CLOUD, BOLT],
  hail: [CLOUD, BOLT], storm: [CLOUD, BOLT],
};

/** The icon of a condition, at night with the suffix `_night`. Screen readers skip it, because the text repeats it. */
function weatherIcon(name) {
  const paths = WEATHER_ICONS[name];
  if (!paths) return null;
  const space = 'http://www.w3.org/2000/svg';
  const icon = document.createElementNS(space, 'svg');
  icon.setAttribute('class', 'weather-icon');
  icon.dataset.icon = name;
  icon.setAttribute('viewBox', '0 0 24 24');
  icon.setAttribute('aria-hidden', 'true');
  for (const path of paths) {
    const line = document.createElementNS(space, 'path');
    line.setAttribute('d', path);
    icon.append(line);
  }
  return icon;
}

/** The text of a forecast, without line breaks within `25–31` and before `°C`. */
function weatherText(date) {
  return date.weather?.replace(/(\d) (?=[°%])/g, '$1\u00a0').replace(/(\d–)(?=\d)/g, '$1\u2060');
}
