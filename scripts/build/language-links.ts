/** The links between the pages of the languages. */

import { LANGUAGES, tagsOf } from '#languages/languages.ts';

const tags = Object.keys(LANGUAGES);

/** For search engines (RFC 8288, `alternate`). @param root the address of the English page from this one */
export const alternates = (root: string): string =>
  ['en', ...tags, 'x-default']
    .map((tag) => {
      const folder = tag in LANGUAGES ? `${tag}/` : '';
      return `<link rel="alternate" hreflang="${tag}" href="${root}${folder}">`;
    })
    .join('');

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
  `<nav id="languages" aria-label="Languages"><div class="mx-auto max-w-[35rem] px-5 desk:px-9">${links}</div></nav>`;

/** Below the screen in another language. */
export const LINK_TO_ENGLISH = languageLine(
  '<a href="../" lang="en" hreflang="en" dir="ltr" class="link">This page in English</a>',
);
