// Letters and signs that a keyboard may lack, by the language of the text.

const COMMON = ['–', '—', '…', '’', '“', '”', '«', '»', '·', '×', '°', '€', '£', '\u00a0', '\u202f'];
const LETTERS = {
  ca: 'à ç è é í ï l·l ò ó ú ü À Ç È É Í Ò Ó Ú',
  cs: 'á č ď é ě í ň ó ř š ť ú ů ý ž Á Č Ď É Ě Í Ň Ó Ř Š Ť Ú Ů Ý Ž „ “',
  da: 'æ ø å Æ Ø Å é É „ “',
  de: 'ä ö ü ß Ä Ö Ü ẞ „ “ ‚ ‘',
  es: 'á é í ñ ó ú ü Á É Í Ñ Ó Ú Ü ¿ ¡',
  et: 'ä õ ö ü š ž Ä Õ Ö Ü Š Ž „ “',
  fi: 'ä ö å Ä Ö Å š ž',
  fr: 'à â æ ç é è ê ë î ï ô œ ù û ü ÿ À Â Æ Ç É È Ê Ë Î Ï Ô Œ Ù Û Ü',
  he: '״ ׳ ־ ₪ \u200f \u200e',
  hr: 'č ć đ š ž Č Ć Đ Š Ž „',
  hu: 'á é í ó ö ő ú ü ű Á É Í Ó Ö Ő Ú Ü Ű „',
  is: 'á ð é í ó ú ý þ æ ö Á Ð É Í Ó Ú Ý Þ Æ Ö „ “',
  it: 'à è é ì ò ù À È É Ì Ò Ù',
  lt: 'ą č ę ė į š ų ū ž Ą Č Ę Ė Į Š Ų Ū Ž „ “',
  lv: 'ā č ē ģ ī ķ ļ ņ š ū ž Ā Č Ē Ģ Ī Ķ Ļ Ņ Š Ū Ž',
  nb: 'æ ø å Æ Ø Å é É',
  nl: 'é ë ï ó ö ü É Ë Ï Ó Ö Ü ĳ',
  pl: 'ą ć ę ł ń ó ś ź ż Ą Ć Ę Ł Ń Ó Ś Ź Ż „',
  pt: 'á à â ã ç é ê í ó ô õ ú Á À Â Ã Ç É Ê Í Ó Ô Õ Ú',
  ro: 'ă â î ș ț Ă Â Î Ș Ț „',
  ru: 'ё Ё № „ “',
  sk: 'á ä č ď é í ĺ ľ ň ó ô ŕ š ť ú ý ž Á Ä Č Ď É Í Ľ Ň Ó Ô Š Ť Ú Ý Ž „ “',
  sl: 'č š ž Č Š Ž „',
  sv: 'å ä ö Å Ä Ö é É',
  tr: 'ç ğ ı İ ö ş ü Ç Ğ Ö Ş Ü',
  uk: 'ґ є і ї Ґ Є І Ї ʼ „',
  vi: 'ă â đ ê ô ơ ư Ă Â Đ Ê Ô Ơ Ư',
  ar: '، ؛ ؟ ـ \u200f \u200e',
  fa: '، ؛ ؟ ‌ پ چ ژ گ \u200f \u200e',
};
// What cannot be seen is called by its name.
const NAMES = { '\u00a0': 'nbsp', '\u202f': 'nnbsp', '\u200f': 'RLM', '\u200e': 'LRM', '\u200c': 'ZWNJ' };

/** The signs offered for a language, its own letters first: what is inserted, and how it is shown. */
export function signsOf(language) {
  const [code] = language.toLowerCase().split(/[-_]/);
  const own = LETTERS[{ no: 'nb', nn: 'nb', iw: 'he' }[code] ?? code]?.split(' ') ?? [];
  return [...new Set([...own, ...COMMON])].map((sign) => ({ sign, shown: NAMES[sign] ?? sign }));
}
