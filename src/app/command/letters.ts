/** `npx veilpost letters ADDRESS`: shows, lifts and sets what stops our letters to an address. */

import { deriveAuthKeys } from '#auth/tokens/keys.ts';
import { LetterBudget, type LetterState } from '#auth/letters/letter-budget.ts';
import type { StopReason } from '#auth/letters/letter-stops.ts';
import type { Config } from '../config/config.ts';
import { EXIT_FAILURE, Fault } from '../config/fault.ts';
import { rootSecrets } from '../keys/root-secret.ts';
import { limitsOf } from '../letters.ts';
import type { Arguments } from './arguments.ts';
import { typedAddress } from './typed-operand.ts';
import { type DatabaseOptions, withStore } from './with-store.ts';

/**
 * @param now milliseconds since 1970
 * @returns one line with the resulting state of the address
 * @throws Fault if it is not an address, or there is nothing to show or lift
 */
export async function letters(
  database: DatabaseOptions,
  config: Config,
  { operand, allow, stop }: Pick<Arguments, 'operand' | 'allow' | 'stop'>,
  now: () => number,
): Promise<string> {
  const [address, ...earlier] = typedAddress(operand);
  return withStore(database, async (store) => {
    const keys = deriveAuthKeys(await rootSecrets(config.secretKeys, store)).address;
    const { letterBudget } = store.auth;
    const budget = new LetterBudget({ store: letterBudget, keys, limits: limitsOf(config), now });
    if (stop) await budget.stops.declined(address, false);
    const users = [address, ...earlier].map((one) => store.auth.users.byEmail(one));
    const isUser = (await Promise.all(users)).some((user) => user !== undefined);
    if (!isUser && (await budget.state(address)) === undefined) {
      throw new Fault('We have no record of a letter to this address.', EXIT_FAILURE);
    }
    if (allow) await budget.allow(address);
    return `${address}: ${stateSentence(await budget.state(address), now())}.\n`;
  });
}

const STOPPED: Record<StopReason, string> = {
  returned: 'one bounced',
  declined: 'the recipient declined all but security notices',
};

function stateSentence(state: LetterState | undefined, now: number): string {
  const time = (ms: number) => new Date(ms).toISOString();
  if (state?.stop !== undefined && state.stop.until > now) {
    return `letters are stopped until ${time(state.stop.until)}: ${STOPPED[state.stop.reason]}`;
  }
  const use = state?.used ? 'has used one' : 'has used none in the last 180 days';
  const waitMs = state?.waitMs ?? 0;
  return waitMs > 0
    ? `the next letter may be sent at ${time(now + waitMs)}; the address ${use}`
    : `a letter may be sent now; the address ${use}`;
}
