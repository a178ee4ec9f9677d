/** The response to an unknown address: a page with a link home for a person, a line for a program. */

import type { Context } from 'hono';
import { ENVELOPE_HEADERS, wayHomePage } from './envelope-page.ts';
import { letterTexts } from '#languages/letter-texts.ts';
import { ourLanguage } from '#languages/languages.ts';

/** A browser that opens a page names the type (RFC 9110 section 12.5.1); for its scripts and pictures it does not. */
const WANTS_PAGE = /(?:^|,)\s*text\/html\s*(?:,|$|;(?!\s*q=0(?:\.0*)?\s*(?:,|$)))/i;

export function notFound(c: Context): Response | Promise<Response> {
  c.header('Vary', 'Accept');
  if (!WANTS_PAGE.test(c.req.header('accept') ?? '')) return c.text('Not found\n', 404);
  const language = languageOf(c);
  return c.html(wayHomePage(language, letterTexts(language).PLACE.none), 404, ENVELOPE_HEADERS);
}

/** Of the folder in the address, or otherwise the browser's first language. */
const languageOf = ({ req }: Context): string =>
  ourLanguage(/^\/([\w-]+)\//.exec(req.path)?.[1]) ??
  ourLanguage(req.header('accept-language')?.split(/[,;]/, 1)[0]) ??
  'en';
