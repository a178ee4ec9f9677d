/** An owner's notes about an alias: a label, and the site that it was made for; and their keys. */

import { LABEL_CHARACTERS } from '#rules/plan.ts';
import { deriveKey } from '#secrets/derive-key.ts';
import { Sealing } from '#secrets/sealing.ts';

/** RFC 1035 section 2.3.4, without the last dot. */
const HOST_CHARACTERS = 253;

/**
 * The label on one line: line breaks and other control characters become spaces, trimmed at both ends.
 * @returns empty: none; undefined if it is longer than `LABEL_CHARACTERS`
 */
export function labelOf(text: string): string | undefined {
  const line = oneLine(text);
  return Array.from(line).length > LABEL_CHARACTERS ? undefined : line;
}

/** The same for a text composed by a program: a longer one is cut. */
export const cutLabel = (text: string): string =>
  Array.from(oneLine(text)).slice(0, LABEL_CHARACTERS).join('').trimEnd();

const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();

/**
 * The host of a site, which programs send as `host`, `host:port` or a whole URL; `www.` is left out.
 * @returns empty if the text names no host
 */
export function siteOf(text: string): string {
  const named = text.trim();
  const url = URL.parse(/^[a-z][a-z\d+.-]*:\/\//i.test(named) ? named : `https://${named}`);
  const host = (url?.hostname ?? '').replace(/^www\.(?=.+\.)/, '');
  return host.length > HOST_CHARACTERS ? '' : host;
}

/**
 * Seals labels and sites, each for one alias. @param secrets the root secret, followed by earlier ones that are still
 * accepted
 */
export const noteSealing = (secrets: readonly string[]): Sealing =>
  new Sealing(secrets.map((secret) => deriveKey(secret, 'alias note')));
