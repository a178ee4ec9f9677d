/** A report about one of our letters: only the sender of letters is notified. */

import type { WireMessage } from '../message/message.ts';
import { readReport } from '../return-path/remote-report.ts';
import type { Delivery } from '../smtp/delivery.ts';
import * as replies from '../replies.ts';

/**
 * @param id of the message
 * @param key identifies the address that the letter went to
 * @param letterBounced called for a letter that could not be delivered; if it rejects, so does this function, and the
 * report is retried
 */
export async function takeLetterReport(
  { message, id }: { message: WireMessage; id: string },
  key: string,
  letterBounced: (key: string) => Promise<void>,
): Promise<Delivery> {
  const report = readReport(message);
  if (report === undefined) return { kind: 'refused', reply: replies.NO_REPORT };
  // RFC 3464 section 2.3.3: a delayed one may still arrive.
  if (report.action === 'failed') await letterBounced(key);
  return { kind: 'accepted', reply: replies.delivered(id), peer: { host: 'letters', tls: null } };
}
