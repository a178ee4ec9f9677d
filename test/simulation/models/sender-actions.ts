/** A sender's actions instead of waiting: it leaves at some moment. */

import type { SenderAction } from '../faults.ts';
import { SECOND } from '../world/world.ts';
import type { Closing } from './wire.ts';

/** `verdict`: when the first octet of the verdict is sent; it stays unread. */
export type Moment = 'recipients' | 'content' | 'dot' | 'verdict';

export type Departure = {
  moment: Moment;
  /** The mean time after the moment, in microseconds. */
  after: number;
  how: Closing;
};

export const DEPARTURES: Partial<Record<SenderAction, Departure>> = {
  'leaves-before-content': { moment: 'recipients', after: 5 * SECOND, how: 'orderly' },
  'resets-before-content': { moment: 'recipients', after: 5 * SECOND, how: 'reset' },
  'leaves-within-content': { moment: 'content', after: SECOND, how: 'orderly' },
  'leaves-behind-dot': { moment: 'dot', after: 2 * SECOND, how: 'orderly' },
  'resets-behind-dot': { moment: 'dot', after: SECOND / 5, how: 'reset' },
  impatient: { moment: 'dot', after: 30 * SECOND, how: 'orderly' },
  'loses-verdict': { moment: 'dot', after: 30 * SECOND, how: 'orderly' },
  'leaves-as-verdict-comes': { moment: 'verdict', after: 0, how: 'abrupt' },
  'dies-at-verdict': { moment: 'verdict', after: SECOND / 20, how: 'abrupt' },
  'does-not-read-verdict': { moment: 'verdict', after: 5 * SECOND, how: 'abrupt' },
};

/** A sender's action at its verdict, if its QUIT may have been sent with the dot. */
export const AT_VERDICT: ReadonlySet<SenderAction | undefined> = new Set([
  undefined,
  'leaves-as-verdict-comes',
  'dies-at-verdict',
  'does-not-read-verdict',
]);
