// A language that is written from right to left, with words of its own.
window.almanacWords = { language: 'he', direction: 'rtl', counts: {}, words: { Share: 'שתף', List: 'רשימה' } };
