/** The links between the pages of the languages. */

import { LANGUAGES, tagsOf } from '#languages/languages.ts';

const tags = Object.keys(LANGUAGES);

/**
 * The page's own address (RFC 6596) and those of the other languages (`alternate`), for search engines. Our server makes them absolute.
 * @param root the address of the English page from this one
 */
export function addresses(language: string, root: string): string {
  const href = (tag: string) => `href="${root}${tag in LANGUAGES ? `${tag}/` : ''}"`;
  const others = ['en', ...tags, 'x-default'].map(
    (tag) => `<link rel="alternate" hreflang="${tag}" ${href(tag)}>`,
  );
  return `<link rel="canonical" ${href(language)}>${others.join('')}`;
}

/** Below the English screen; the loader shows the one in the first language of the browser. */
export const linksToLanguages = (): string =>
  languageLine(
    Object.entries(LANGUAGES)
      .map(([tag, { link, rtl }]) => {
        const dir = rtl ? ' dir="rtl"' : '';
        return `<a href="./${tag}/" lang="${tag}" hreflang="${tag}"${dir} class="link" data-tags="${tagsOf(tag)}" hidden>${link}</a>`;
      })
      .join(''),
  );

const languageLine = (links: string) =>
  `<nav id="languages"><div class="mx-auto max-w-[35rem] px-5 desk:px-9">${links}</div></nav>`;

/** Below the screen in another language. */
export const LINK_TO_ENGLISH = languageLine(
  '<a href="../" lang="en" hreflang="en" dir="ltr" class="link">This page in English</a>',
);
