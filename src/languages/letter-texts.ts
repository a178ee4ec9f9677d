/** The texts of letters and of the page behind a switch-off link, in each language. */

import type { Translated } from './translated.ts';
import * as english from './en/letters.ts';
import { LANGUAGES } from './languages.ts';

export type LetterTexts = Translated<typeof english>;

const read = async (language: string): Promise<[string, LetterTexts]> => [
  language,
  await import(`./${language}/letters.ts`),
];

const texts = new Map(await Promise.all(Object.keys(LANGUAGES).map(read)));

/** English, if we do not have the language. */
export const letterTexts = (language: string | undefined): LetterTexts =>
  texts.get(language ?? '') ?? english;
