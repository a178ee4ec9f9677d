/** The button of mail programs by which a reader ends mail of a list (RFC 8058): where the mail has none, it switches the alias off. */

import { type HeaderBlock, HeaderField } from '../message/header-block.ts';
import { type HeaderChanges, without } from './header-changes.ts';

const BULK = /^\s*(?:bulk|list)\s*$/i;
const HTTPS = /<\s*https:/i;
/** A way by mail that the list has itself; of a length that fits into a line (RFC 5322 section 2.1.1). */
const BY_MAIL = /<mailto:[^<>\s]{1,900}>/i;

/**
 * Mail of a person gets none: one tap must not end an alias by surprise.
 * @returns undefined where the mail is not bulk by its own fields, or has a link of its own
 */
export function isSwitchable(block: HeaderBlock): boolean {
  const own = block.fields('list-unsubscribe');
  if (own.some(({ value }) => HTTPS.test(value))) return false;
  const bulk = block.fields('precedence').some(({ value }) => BULK.test(value));
  return bulk || own.length > 0 || block.fields('list-id').length > 0;
}

/**
 * @param link https address that switches the alias off by a POST
 * @param keepsMail whether the list's own way by mail, which shows the reader's real address, stays behind the link
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
    // RFC 2369 section 3.2 knows one field: ours holds the links of these.
    replaced: without([...own, ...block.fields('list-unsubscribe-post')]).replaced,
  };
}
