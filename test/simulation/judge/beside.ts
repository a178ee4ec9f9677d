/** The cost of a broken remote server for messages to the others (V18): a life is compared with the same one without the faults. */

import type { Outcome } from '../life.ts';
import type { Plan } from '../plan.ts';
import { SECOND } from '../world/world.ts';
import { Broken } from './records.ts';

/** The response times of remote servers differ randomly. */
const MOST_LATER = 10 * SECOND;

/** @param sound the outcome of the plan without incidents, all of which befall server 0 */
export function costForOthers(plan: Plan, broken: Outcome, sound: Outcome): Broken | undefined {
  for (const { number, recipients } of plan.mails) {
    if (recipients.some((recipient) => plan.aliases[recipient] === 0)) continue;
    const [time = 0, usual = 0] = [broken.verdicts.get(number), sound.verdicts.get(number)];
    if (time < usual + MOST_LATER) continue;
    const later = ((time - usual) / SECOND).toFixed(1);
    return new Broken('V18', `mail ${number}, to a sound server, has its verdict ${later} s later`);
  }
  return undefined;
}
