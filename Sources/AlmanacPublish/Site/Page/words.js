// The texts of the interface. The English ones are in the page and its scripts; those of another language
// are in a file that is loaded before the page is set up.

const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', ms: 'Bahasa Melayu', ta: 'தமிழ்', zh: '中文' };
const LANGUAGE_KEY = 'almanac-language';

class Words {
  /** The language of the interface: the reader's choice, else the browser's first supported language. */
  static get language() {
    const chosen = remembered(LANGUAGE_KEY);
    if (window.almanacWords) return window.almanacWords.language;
    if (LANGUAGES[chosen]) return chosen;
    return navigator.languages.map((tag) => tag.split('-')[0]).find((tag) => LANGUAGES[tag]) ?? 'en';
  }

  /** The locale of dates and numbers: the browser's variant of the language, such as en-GB. */
  static get locale() {
    const { language } = Words;
    Words.known ??= navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
    return Words.known;
  }

  /** Calls a function once the translation is loaded; at once for English. */
  static load(then) {
    const { language } = Words;
    if (language === 'en' || window.almanacWords) {
      then();
      return;
    }
    const script = element('script', { src: `lang/${language}.js`, onload: then, onerror: then });
    document.head.append(script);
  }

  /** Translates the page and fills the menu of languages. */
  static apply() {
    document.documentElement.lang = Words.locale;
    document.documentElement.dir = window.almanacWords?.direction ?? 'ltr';
    for (const root of document.querySelectorAll('.skip, .top, .panel, #UI_mapSection')) Words.#translate(root);
    part('language').replaceChildren(...Object.entries(LANGUAGES).map(([tag, name]) => element(
      'option', { value: tag, lang: tag, text: name, selected: tag === Words.language })));
    part('language').addEventListener('change', ({ target }) => {
      remember(LANGUAGE_KEY, target.value);
      location.reload();
    });
  }

  /** Translates texts and labels of the template. Texts of feeds don't change. */
  static #translate(root) {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, ({ parentElement }) => (
      parentElement.closest('h1, .campus-name, #UI_list, .credits li') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT));
    while (texts.nextNode()) {
      const { currentNode } = texts;
      const text = currentNode.data.trim();
      if (text) currentNode.data = currentNode.data.replace(text, translate(text));
    }
    for (const one of [root, ...root.querySelectorAll('[aria-label], [placeholder]')]) {
      for (const name of ['aria-label', 'placeholder']) {
        if (one.hasAttribute(name)) one.setAttribute(name, translate(one.getAttribute(name)));
      }
    }
  }
}

/** Translates an English text and inserts values for `{name}`. */
function translate(text, values = {}) {
  return (window.almanacWords?.words[text] ?? text).replace(/\{(\w+)\}/g, (gap, name) => values[name] ?? gap);
}

/** `3 events`, `1 event` */
function count(number, word) {
  const forms = window.almanacWords?.counts[word];
  const plural = forms?.[new Intl.PluralRules(Words.locale).select(number)] ?? forms?.other;
  return (plural ?? `{n} ${word}${number === 1 ? '' : 's'}`).replace('{n}', numeral(number));
}

function numeral(number) {
  return number.toLocaleString(Words.locale);
}
