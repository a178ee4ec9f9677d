/** The query to the filter: a message, and Rspamd's protocol fields about its origin. */

import { stuffingDots } from '../message/dot-stuffing.ts';
import type { WireMessage } from '../message/message.ts';
import type { Origin } from '../message/received.ts';

/** A message whose octets are lent until the answer. It contains no owner's address. */
export type Question = {
  /** Of the message, as in its Received field. */
  id: string;
  message: WireMessage;
  /** The reverse-path, empty for `<>`. */
  sender: string;
  /** The aliases that it is for; for an owner's reply, its correspondent. */
  recipients: readonly string[];
  /** Its client; absent for an owner's reply, whose client is the owner's own server. */
  origin?: Pick<Origin, 'address' | 'helo' | 'tls'>;
};

/** The fields of the request: https://docs.rspamd.com/developers/protocol. @param hostname our own */
export function requestFields(
  { id, message, sender, recipients, origin }: Question,
  hostname: string,
  password: string,
): Record<string, string | string[]> {
  const { chunks, octets } = message;
  return {
    'Content-Length': String(octets - stuffingDots(chunks, true, Number.POSITIVE_INFINITY)),
    'Queue-Id': id,
    'MTA-Name': hostname,
    From: asField(sender || '<>'),
    Rcpt: recipients.map(asField),
    ...(origin && { IP: plainAddress(origin.address), Helo: asField(origin.helo) }),
    ...(origin?.tls && { 'TLS-Version': origin.tls }),
    ...(password !== '' && { Password: password }),
  };
}

/** UTF-8 as octets of a field, without those that would end the field. */
const asField = (text: string) =>
  Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?');

/** IPv4 as IPv4, and without a zone. */
const plainAddress = (address: string) =>
  address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*/, '');
