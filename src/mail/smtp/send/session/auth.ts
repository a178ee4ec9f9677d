/** RFC 4954: authentication with a relay. */

import type { Channel } from './channel.ts';
import type { Extensions } from './extensions.ts';
import type { FarReply } from './reply-parser.ts';

/** User and password of a relay. */
export type Credentials = { user: string; password: string };

const base64 = (text: string) => Buffer.from(text).toString('base64');

/**
 * Authenticates with AUTH PLAIN if the server offers it, else with LOGIN.
 * @param until the deadline of the next reply, in milliseconds on the clock
 * @returns the server's last reply
 * @throws ConnectionFailure
 */
export async function authenticate(
  channel: Channel,
  offered: Extensions,
  { user, password }: Credentials,
  until: () => number,
): Promise<FarReply> {
  if (offered.auth.includes('PLAIN')) {
    // RFC 4616 section 2: authorization identity (none), user, password.
    channel.write(`AUTH PLAIN ${base64(`\0${user}\0${password}`)}\r\n`);
    return channel.reply(until());
  }
  if (!offered.auth.includes('LOGIN')) {
    throw channel.fail('garbled', 'neither AUTH PLAIN nor AUTH LOGIN is offered');
  }
  channel.write('AUTH LOGIN\r\n');
  for (const answer of [user, password]) {
    const far = await channel.reply(until());
    if (far.code !== 334) return far;
    channel.write(`${base64(answer)}\r\n`);
  }
  return channel.reply(until());
}
