// An additional right-to-left language.
window.almanacWords = { language: 'he', direction: 'rtl', counts: {}, words: { Share: 'שתף', List: 'רשימה' } };
