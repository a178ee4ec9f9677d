/** Sends one letter: like a forwarded message, but without an alias, so without Delivered-To and loop mark. */

import type { Letter } from '#rules/letter.ts';
import { composeLetter, type LetterHead } from '../letters/compose-letter.ts';
import type { Delivery } from '../smtp/delivery.ts';
import type { Engine } from './engine.ts';
import { DELIVERY_TIMEOUT_MS } from './mail.ts';

/** @param key identifies the address in the return path @returns the next hop's verdict */
export async function sendLetter(
  letter: Letter,
  key: string,
  head: LetterHead,
  options: Pick<Engine, 'nextHop' | 'returnPaths' | 'clock' | 'signatures'>,
): Promise<Delivery> {
  const { nextHop, returnPaths, clock, signatures } = options;
  const pause = nextHop.backingOff(letter.to);
  if (pause !== undefined) return { kind: 'deferred', reply: pause };
  const deadline = clock.now() + DELIVERY_TIMEOUT_MS;
  const message = await signatures.signOwn(composeLetter(letter, head));
  const envelope = {
    reversePath: returnPaths.ofLetter(key),
    forwardPath: letter.to,
    utf8: message.eightBit,
  };
  return nextHop.deliver(envelope, message, deadline);
}
