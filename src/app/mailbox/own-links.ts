/**
 * Links to our own site in the text of a message: the letter that signs someone in is in this mailbox too. Links work
 * in all messages, not only in our letters: a forged one looks the same, and our pages do not act on a click that leads
 * to them. HTML is shown in a frame of its own, and stays unchanged.
 */

import { html } from 'hono/html';
import type { Markup } from './markup.ts';

/** RFC 3986: characters of a path, a query and a fragment, and those that end a sentence rather than an address. */
const REST = String.raw`/[\w\-.~!$&'()*+,;=:@%/?#]*`;
const END_OF_SENTENCE = /[.,;:!?')]+$/;

/**
 * The text, escaped, with real links to pages of the site; every other address stays text.
 * @param site scheme, host and port, without a slash at its end
 */
export function withOwnLinks(text: string, site: string): Markup {
  // The character before the address must not be part of another address.
  const address = new RegExp(`(?<![\\w\\-.~%/@:?=&])${escaped(site)}${REST}`, 'g');
  const parts: (string | Markup)[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const href = found.replace(END_OF_SENTENCE, '');
    // A new tab without access to this one, and without a Referer.
    const link = html`<a href="${href}" target="_blank" rel="noopener noreferrer">${href}</a>`;
    parts.push(text.slice(end, index), link);
    end = index + href.length;
  }
  return html`${[...parts, text.slice(end)]}`;
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
