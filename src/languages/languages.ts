/** The languages beside English. Each has a folder of texts; this is what other pages need. */

export type LanguageAbout = {
  /** The link to it, in its own words. */
  link: string;
  /** Tags of a browser that it is offered to, as the beginning of a regular expression; else its own. */
  tags?: string;
  /** Read from right to left. */
  rtl?: true;
};

/** In characters (RFC 5646 section 4.4.1). */
const LONGEST_TAG = 35;

/** By tag (RFC 5646), which is its folder too. */
export const LANGUAGES: Record<string, LanguageAbout> = {
  de: { link: 'Diese Seite auf Deutsch' },
  fr: { link: 'Cette page en français' },
  es: { link: 'Esta página en español' },
  // European Portuguese is close enough.
  'pt-BR': { link: 'Esta página em português', tags: '^pt\\b' },
  it: { link: 'Questa pagina in italiano' },
  nl: { link: 'Deze pagina in het Nederlands' },
  pl: { link: 'Ta strona po polsku' },
  uk: { link: 'Ця сторінка українською' },
  ru: { link: 'Эта страница на русском' },
  tr: { link: 'Bu sayfa Türkçe' },
  ja: { link: 'このページを日本語で表示' },
  ko: { link: '이 페이지를 한국어로 보기' },
  // Not for readers of traditional characters.
  'zh-CN': { link: '简体中文版', tags: '^zh\\b(?!-(tw|hk|mo|hant)\\b)' },
  ar: { link: 'هذه الصفحة بالعربية', rtl: true },
};

/** The direction of a page in this language. */
export const directionOf = (language: string) => (LANGUAGES[language]?.rtl ? 'rtl' : 'ltr');

/** Matches the tags of browsers that a language is offered to. */
export const tagsOf = (language: string) => LANGUAGES[language]?.tags ?? `^${language}\\b`;

/** The language of a tag from a browser or a page; undefined: English, a language without texts, or no tag. */
export const ourLanguage = (tag: unknown): string | undefined =>
  typeof tag === 'string' && tag.length <= LONGEST_TAG
    ? Object.keys(LANGUAGES).find((language) => new RegExp(tagsOf(language), 'i').test(tag))
    : undefined;
