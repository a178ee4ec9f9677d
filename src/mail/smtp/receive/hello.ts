/** EHLO and HELO (RFC 5321 section 4.1.1.1): the client's name, and our extensions. */

import { type Reply, reply } from '../reply.ts';
import type { Command } from './command.ts';
import type { ConnectedClient } from './policy.ts';
import { ehlo } from './replies.ts';
import type { SessionSettings } from './wire.ts';

/**
 * RFC 5321 section 4.1.3, and other names in use. Received contains the name, so it must not break the field: no
 * blanks, and none of the specials of RFC 5322 section 3.2.3 that end a word.
 */
const HELLO_NAME = /^(?:(?![()<>@,;\\"])[\x21-\x7e]){1,255}$/;

/** Remembers the client's name. @returns undefined where the name is missing or cannot be written down */
export function hello(
  { verb, argument }: Command,
  client: ConnectedClient,
  { hostname, limits, tlsOffered }: SessionSettings,
): Reply | undefined {
  if (!HELLO_NAME.test(argument)) return undefined;
  client.helo = argument;
  client.esmtp = verb === 'EHLO';
  const startTls = client.tls === null && tlsOffered();
  return client.esmtp ? ehlo(hostname, limits.messageOctets, startTls) : reply(250, '', hostname);
}
