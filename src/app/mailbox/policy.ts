/** The receiving policy of the try-out mailbox: it accepts every message for everyone and keeps it on the shelf. */

import { contentOf } from '#mail/message/dot-stuffing.ts';
import type { Policy, PolicyFactory } from '#mail/smtp/receive/policy.ts';
import { reply } from '#mail/smtp/reply.ts';
import type { Shelf } from './shelf.ts';

const OK = reply(250, '2.0.0', 'OK');
const KEPT = reply(250, '2.0.0', 'Kept in the try-out mailbox');

export function mailboxPolicy(shelf: Shelf): PolicyFactory {
  return (): Policy => {
    let sender = '';
    let recipients: string[] = [];
    return {
      mail(mailbox) {
        sender = mailbox?.address ?? '';
        return OK;
      },
      recipient(mailbox) {
        recipients.push(mailbox.address);
        return OK;
      },
      message: () => ({
        header() {},
        body() {},
        async end(message) {
          // A copy: the octets of the wire belong to the session.
          shelf.add({ sender, recipients, octets: contentOf(message) });
          return KEPT;
        },
      }),
      reset() {
        sender = '';
        recipients = [];
      },
      acknowledged() {},
      halfClosed() {},
      closed() {},
    };
  };
}
