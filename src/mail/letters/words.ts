/**
 * The text of each letter, in its language. It contains nothing from a caller: no name and no text, and only the mask
 * of an address.
 */

import { type LetterTexts, letterTexts } from '#languages/letter-texts.ts';
import type { Letter } from '#rules/letter.ts';

/** A subject, and paragraphs of lines. */
export type Words = { subject: string; paragraphs: string[][] };

/** A letter in another language ends with the address of the site in English. */
export function wordsOf(letter: Letter): Words {
  const host = letter.site.slice(letter.site.indexOf('//') + 2);
  const words = said(letter, host, letterTexts(letter.language));
  if (letter.language === undefined) return words;
  // One kind of letter must have no link, so it shows the host alone: programs make a link of a full URL.
  const site = letter.kind === 'email_change_new' ? host : letter.site;
  return { ...words, paragraphs: [...words.paragraphs, [`In English: ${site}`]] };
}

function said(letter: Letter, host: string, texts: LetterTexts): Words {
  const { site } = letter;
  const { CONFIRM, NOT_ME, WAY_BACK, NOTICES, NEW_ADDRESS, PASSWORD, LETTER } = texts;
  const words = (subject: string, ...paragraphs: string[][]): Words => ({ subject, paragraphs });
  if (letter.kind === 'confirm') {
    const { alias, link, code } = letter;
    return words(
      CONFIRM.subject(alias),
      [CONFIRM.asked(host), CONFIRM.named(alias)],
      [CONFIRM.code(code)],
      [LETTER.open, link],
      [LETTER.works, CONFIRM.ignore],
    );
  }
  if (letter.kind === 'not_me' || letter.kind === 'way_back') {
    const { subject, works } = letter.kind === 'not_me' ? NOT_ME : WAY_BACK;
    const { happened } = letter.kind === 'not_me' ? NOT_ME : NOTICES['address-changed'];
    return words(subject(host), [happened(site)], [NOT_ME.open, letter.link], [works]);
  }
  if ('link' in letter) {
    const { subject, asked } = texts.ASKED[letter.kind];
    return words(
      subject(host),
      [asked(site)],
      [LETTER.code(letter.code)],
      [LETTER.open, letter.link],
      [LETTER.works, LETTER.ignore],
    );
  }
  if (letter.kind === 'email_change_new') {
    const { asker, code } = letter;
    // The site's host alone, as at the end of this letter.
    const asked = asker === null ? NEW_ADDRESS.askedByNobody(host) : NEW_ADDRESS.asked(host, asker);
    const { subject, typeIt, works } = NEW_ADDRESS;
    return words(subject(host), [asked], [NEW_ADDRESS.code(code)], [typeIt], [works]);
  }
  if (letter.kind === 'reauthentication') {
    const { subject, asked, works } = PASSWORD;
    return words(subject(host), [asked(site)], [LETTER.code(letter.code)], [works, LETTER.ignore]);
  }
  const { subject, happened } = NOTICES[letter.kind];
  const advice = MOVED.has(letter.kind) ? LETTER.tellTheOperator : LETTER.notYou;
  return words(subject(host), [happened(site)], [advice]);
}

/** Notifications to an address that the account no longer has: its reader cannot sign in with it. */
const MOVED: ReadonlySet<string> = new Set(['address-changed', 'address-taken-back']);
