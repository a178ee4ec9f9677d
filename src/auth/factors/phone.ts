/** A phone as second factor: a code in a message, which an external service sends. */

import type { KeyObject } from 'node:crypto';
import type { AuthStore } from '#store/sessions/auth-store.ts';
import { METHOD_OF } from '#store/sessions/factors.ts';
import { type PhoneChannel, type FactorKind, FactorRefused } from './factor-kind.ts';
import { keyedHash } from '../tokens/keys.ts';
import { newCode } from '../tokens/one-time-codes.ts';
import { PhoneBudget } from './phone-budget.ts';
import type { Sealing } from '#secrets/sealing.ts';

/** E.164: a plus sign, the country code, fifteen digits at most. */
const NUMBER = /^\+[1-9]\d{6,14}$/;
const CODE_FORM = /^\d{6}$/;

export type PhoneMessage = {
  userId: string;
  /** E.164. */
  phone: string;
  /** Six digits. */
  code: string;
  channel: PhoneChannel;
};

/** @returns whether the service has accepted it */
export type SendMessage = (message: PhoneMessage) => Promise<boolean>;

export type PhoneKindOptions = {
  store: AuthStore;
  sealing: Sealing;
  keys: {
    /** Keys for the hashes of codes: the first makes new ones; all of them are accepted. */
    once: readonly KeyObject[];
    /** The same for the hashes of numbers. */
    address: readonly KeyObject[];
  };
  send: SendMessage;
  /** Beginnings of the numbers that get messages: country codes such as `+43`. */
  countries: readonly string[];
  /** Milliseconds since 1970. */
  now: () => number;
};

/** Each number begins with it. */
export const EVERY_COUNTRY = ['+'];

export const isPhone = (text: string) => NUMBER.test(text);

export function phoneKind(options: PhoneKindOptions): FactorKind {
  const { store, sealing, keys, send, countries, now } = options;
  const { factors } = store;
  const budget = new PhoneBudget({ store: store.letterBudget, keys: keys.address, now });
  const hashes = (challengeId: string, code: string) =>
    keys.once.map((key) => keyedHash(key, `phone ${challengeId} ${code}`));
  return {
    method: METHOD_OF.phone,
    enrol: (id, _user, { phone = '' }) => ({
      sealed: sealing.seal(id, phone),
      enrolled: { phone },
    }),
    async challenge(challengeId, { id, sealed }, user, { channel, from }) {
      const opened = sealing.open(id, sealed ?? '');
      if (opened === undefined) throw new FactorRefused({ reason: 'not_sent' });
      const { text: phone, stale } = opened;
      if (stale) await factors.reseal(id, sealing.seal(id, phone));
      // Before anything is counted: messages abroad cost the most, and must not use up the limit of a node.
      if (!countries.some((code) => phone.startsWith(code))) {
        throw new FactorRefused({ reason: 'not_sent' });
      }
      const seconds = await budget.spend(phone, user.id, from);
      if (seconds > 0) throw new FactorRefused({ reason: 'sent_lately', seconds });
      const code = newCode();
      if (!(await send({ userId: user.id, phone, code, channel }))) {
        throw new FactorRefused({ reason: 'not_sent' });
      }
      return { value: hashes(challengeId, code)[0] ?? '' };
    },
    async verify(factor, { id, sessionId, value }, answer) {
      if (answer.kind !== 'code' || !CODE_FORM.test(answer.code)) return 'wrong';
      if (!hashes(id, answer.code).includes(value)) return 'wrong';
      // Of two requests with the same code at the same moment one takes the challenge.
      if ((await factors.takeChallenge(id)) === undefined) return 'spent';
      const step = Math.max(now(), factor.lastStep + 1);
      return (await factors.accept(factor.id, step, sessionId)) ? 'accepted' : 'spent';
    },
  };
}
