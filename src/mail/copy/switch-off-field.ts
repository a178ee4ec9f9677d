/** One-click unsubscribe of mailing lists (RFC 8058). If a list message has none, ours switches the alias off. */

import { type HeaderBlock, HeaderField } from '../message/header-block.ts';
import { type HeaderChanges, without } from './header-changes.ts';

const BULK = /^\s*(?:bulk|list)\s*$/i;
const HTTPS = /<\s*https:/i;
/** An address to unsubscribe by mail that the list itself gives; short enough for a line (RFC 5322 section 2.1.1). */
const BY_MAIL = /<mailto:[^<>\s]{1,900}>/i;

/**
 * Personal mail gets no button: one tap must not switch off an alias by surprise.
 * @returns false if the message is not bulk by its own fields, or has its own one-click link
 */
export function isSwitchable(block: HeaderBlock): boolean {
  const own = block.fields('list-unsubscribe');
  if (own.some(({ value }) => HTTPS.test(value))) return false;
  const bulk = block.fields('precedence').some(({ value }) => BULK.test(value));
  return bulk || own.length > 0 || block.fields('list-id').length > 0;
}

/**
 * @param link https address that switches the alias off by a POST
 * @param keepsMail whether the list's own mailto link, which shows the reader's real address, stays after our link
 */
export function switchOffFields(
  block: HeaderBlock,
  link: string,
  keepsMail: boolean,
): HeaderChanges {
  const own = block.fields('list-unsubscribe');
  const found = keepsMail ? own.flatMap(({ value }) => BY_MAIL.exec(value)?.slice(0, 1) ?? []) : [];
  return {
    added: [
      new HeaderField(`List-Unsubscribe: ${[`<${link}>`, ...found.slice(0, 1)].join(',\r\n ')}`),
      new HeaderField('List-Unsubscribe-Post: List-Unsubscribe=One-Click'),
    ],
    // RFC 2369 section 3.2 allows one field, so ours contains the list's links.
    replaced: without([...own, ...block.fields('list-unsubscribe-post')]).replaced,
  };
}
