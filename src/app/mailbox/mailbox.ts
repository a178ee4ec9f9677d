/** The try-out mailbox (`NEXT_HOP=mailbox:`): a mail server on this machine's loopback and a page to look at its mail. */

import type { PhoneMessage } from '#auth/factors/phone.ts';
import { dateTime } from '#mail/message/received.ts';
import { DEFAULT_LIMITS } from '#mail/smtp/receive/limits.ts';
import type { Policy, PolicyFactory } from '#mail/smtp/receive/policy.ts';
import { Receiver } from '#mail/smtp/receive/receiver.ts';
import { reply } from '#mail/smtp/reply.ts';
import type { Clock } from '#time/clock.ts';
import { closeHttpServer, createHttpServer, securityHeaders } from '../http/server.ts';
import { listen, listenOnLoopback } from '../net/listen.ts';
import type { Log } from '../observe/log.ts';
import { contentInTurns } from './content.ts';
import { SHELF_LIMITS, Shelf, type ShelvedMail } from './shelf.ts';
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

const OK = reply(250, '2.0.0', 'OK');
const KEPT = reply(250, '2.0.0', 'Kept in the try-out mailbox');

/** Accepts every message for everyone, and keeps it on the shelf. */
function mailboxPolicy(shelf: Shelf): PolicyFactory {
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
          shelf.add({ sender, recipients, octets: await contentInTurns(message) });
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

/**
 * A code for a phone as a message: a trial needs neither a phone nor an SMS service.
 * @param now milliseconds since 1970
 */
function phoneMail(
  { phone, code, channel }: PhoneMessage,
  now: number,
): Omit<ShelvedMail, 'id' | 'received'> {
  const by = channel === 'sms' ? 'SMS' : 'WhatsApp';
  const lines = [
    'From: Veilpost <postmaster@mailbox.localhost>',
    `Subject: ${by} to ${phone}`,
    `Date: ${dateTime(now)}`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    `Your code is ${code}. It works for five minutes.`,
    '',
    `Outside the try-out this would go to ${phone} by ${by}.`,
    '',
  ];
  return { sender: '', recipients: [phone], octets: Buffer.from(lines.join('\r\n'), 'latin1') };
}
