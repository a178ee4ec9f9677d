/** The try-out mailbox (`NEXT_HOP=mailbox:`): a mail server on this machine's loopback and a page to look at its mail. */

import type { PhoneMessage } from '#auth/factors/phone.ts';
import { DEFAULT_LIMITS } from '#mail/smtp/receive/limits.ts';
import { Receiver } from '#mail/smtp/receive/receiver.ts';
import type { Clock } from '#time/clock.ts';
import { securityHeaders } from '../http/headers.ts';
import { closeHttpServer, createHttpServer } from '../http/server.ts';
import { listen, listenOnLoopback } from '../net/listen.ts';
import type { Log } from '../observe/log.ts';
import { phoneMail } from './phone-message.ts';
import { mailboxPolicy } from './policy.ts';
import { SHELF_LIMITS, Shelf } from './shelf.ts';
import { createMailboxSite } from './site.ts';

/** Room for the header lines that a forwarder puts before a message, in octets. */
const HEADROOM = 65_536;

export type MailboxOptions = {
  /** Address of its page. Its mail server is on a loopback address only, on a port that the system chooses. */
  host: string;
  port: number;
  /** Octets of one message that the forwarder accepts, and of all its messages in flight. */
  maxMessageBytes: number;
  maxInflightBytes: number;
  /** The domain that the empty list names. */
  aliasDomain: string;
  /** Address of the screen, without a slash at its end: messages may link to it. */
  site: string;
  clock: Clock;
  log: Log;
};

export type RunningMailbox = Awaited<ReturnType<typeof startMailbox>>;

/** If it cannot start, it leaves nothing open. @throws Fault if it cannot listen on a port */
export async function startMailbox(options: MailboxOptions) {
  const { host, port, clock, log } = options;
  const shelf = new Shelf(SHELF_LIMITS, clock.date);
  const receiver = new Receiver({
    hostname: 'mailbox.localhost',
    policy: mailboxPolicy(shelf),
    clock,
    // A message that would not fit on the shelf is rejected (552), not dropped.
    limits: {
      messageOctets: Math.min(options.maxMessageBytes + HEADROOM, SHELF_LIMITS.octets),
      headerOctets: DEFAULT_LIMITS.headerOctets + HEADROOM,
      connectionsPerBlock: Number.POSITIVE_INFINITY,
    },
    inFlight: { octets: options.maxInflightBytes + HEADROOM, blockShare: 1 },
    blockOf: (address) => address,
    onFault: (err) => log.error({ err }, 'the try-out mailbox failed on a message'),
  });
  const site = createMailboxSite(shelf, options.aliasDomain, options.site);
  const server = createHttpServer(site.app.fetch, securityHeaders(false));
  await using started = new AsyncDisposableStack();
  const mail = await listenOnLoopback(receiver, 'NEXT_HOP');
  started.defer(() => receiver.close(0));
  const httpPort = await listen(server, { host, port, variable: 'MAILBOX_PORT', log });
  started.defer(() => {
    site.close();
    return closeHttpServer(server);
  });
  const all = started.move();
  return {
    /** The port of its mail server, on a loopback address. */
    smtpHost: mail.host,
    smtpPort: mail.port,
    httpPort,
    /** Shows a code for a phone among the messages. */
    showPhoneMessage: async (message: PhoneMessage) => {
      shelf.add(phoneMail(message, clock.date()));
      return true;
    },
    close: () => all.disposeAsync(),
  };
}
