/** The plain English in a page of the pseudo-language. */

import type { Page } from '@playwright/test';

/** Names, addresses, aliases, hosts, codes, keys, units and the postmark's date: the same in every language, also in the other case (translator.ts). */
const SAME =
  /\bVeilpost\b|\b\d+ [IVX]+\b|\b\d+\u00a0ms\b|\bVite\b|\bTLS 1\.\d\b|[\w.+-]*@[\w.-]*|\balias-\d+|https?:\S*|\b[\w-]+(?:\.[\w-]+)+\b|\b[A-Z2-7]{16,}\b/gi;

/** A word of two letters or more. */
const WORD = /[A-Za-z]{2,}/;

/** Each text with a plain word: visible, read out, or shown by a browser without scripts. */
export async function plainEnglishOf(page: Page): Promise<string[]> {
  return (await page.evaluate(textsOfPage)).filter(isPlainEnglish);
}

export const isPlainEnglish = (text: string): boolean => WORD.test(text.replaceAll(SAME, ' '));

/** Run in the page. An element marked as another language is a link to that language. */
function textsOfPage(): string[] {
  const here = document.documentElement.lang;
  const texts = [document.title];
  for (const element of document.querySelectorAll('*')) {
    if (element.closest('[lang]')?.getAttribute('lang') !== here) continue;
    // The content of a textarea is the visitor's text.
    if (element.matches('script, style, textarea')) continue;
    for (const name of ['aria-label', 'aria-description', 'title', 'alt', 'placeholder']) {
      texts.push(element.getAttribute(name) ?? '');
    }
    if (element.matches('meta[name="description"], meta[property="og:title"]')) {
      texts.push(element.getAttribute('content') ?? '');
    }
    // An address (in parts if it may wrap), a code or a name: the same in every language.
    if (element.closest('[translate=no]')) continue;
    for (const node of element.childNodes) {
      // The content of noscript is a text with markup.
      if (node.nodeType === Node.TEXT_NODE) {
        texts.push((node.textContent ?? '').replaceAll(/<[^>]*>/g, ''));
      }
    }
  }
  return texts;
}
