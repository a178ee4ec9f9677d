/** EHLO and HELO (RFC 5321 section 4.1.1.1): the client's name, and our extensions. */

import { type Reply, reply } from '../reply.ts';
import type { Command } from './command.ts';
import type { ConnectedClient } from './policy.ts';
import { ehlo } from './replies.ts';
import type { SessionSettings } from './wire.ts';

/** The longest name that is kept: that of a domain (RFC 5321 section 4.5.3.1.2). */
const MOST_CHARACTERS = 255;
/** Anything but atext (RFC 5322 section 3.2.3) and the dot. Trace fields and log lines contain the name. */
const NO_WORD = /[^\w.!#$%&'*+\-/=?^`{|}~]/gu;
/** Anything but dtext (RFC 5322 section 3.4.1), the content of an address literal. */
const NO_LITERAL = /[^!-Z^-~]/gu;

/** Stores the client's name. @returns undefined if the name is missing */
export function hello(
  { verb, argument }: Command,
  client: ConnectedClient,
  { hostname, limits, tlsOffered }: SessionSettings,
): Reply | undefined {
  if (argument === '') return undefined;
  // RFC 5321 section 4.1.4: no message is rejected because of the name.
  client.helo = written(argument.slice(0, MOST_CHARACTERS));
  client.esmtp = verb === 'EHLO';
  const startTls = client.tls === null && tlsOffered();
  return client.esmtp ? ehlo(hostname, limits.messageOctets, startTls) : reply(250, '', hostname);
}

/** The name in a form that a header field may contain: a question mark replaces each character that would break the field. */
function written(name: string): string {
  const literal = /^\[(.+)\]$/u.exec(name)?.[1];
  return literal === undefined
    ? name.replace(NO_WORD, '?')
    : `[${literal.replace(NO_LITERAL, '?')}]`;
}
