/** The next hop of all mail. The try-out mailbox is a next hop like any other: a relay on this machine. */

import type { NextHopOptions } from '#mail/smtp/send/route/create-next-hop.ts';
import type { Target } from '#mail/smtp/send/route/target.ts';
import { systemClock } from '#time/clock.ts';
import type { Config } from './config/config.ts';
import { inUrl } from './config/listen-address.ts';
import type { Log } from './observe/log.ts';
import { type RunningMailbox, startMailbox } from './mailbox/mailbox.ts';
import { connectFrom } from './net/outgoing.ts';
import { type Surroundings, THIS_MACHINE } from './surroundings.ts';

export type StartedNextHop = {
  target: Target;
  /** The try-out mailbox, if mail goes there. */
  mailbox?: RunningMailbox & { /** Of its page. */ address: string };
  close(): Promise<void>;
};

/** @param site the address of the screen, for the mailbox's page @throws Fault */
export async function startNextHop(
  config: Config,
  site: string,
  log: Log,
): Promise<StartedNextHop> {
  if (config.nextHop.kind !== 'mailbox') return { target: config.nextHop, close: async () => {} };
  const mailbox = await startMailbox({
    host: config.httpHost,
    port: config.mailboxPort,
    maxMessageBytes: config.maxMessageBytes,
    maxInflightBytes: config.maxInflightBytes,
    aliasDomain: config.names.domains.join(', '),
    site,
    clock: systemClock,
    log,
  });
  const { smtpHost: host, smtpPort: port } = mailbox;
  const address = `http://${inUrl(config.httpHost)}:${mailbox.httpPort}`;
  return {
    target: { kind: 'relay', host, port, tls: 'opportunistic' },
    mailbox: { ...mailbox, address },
    close: mailbox.close,
  };
}

/** Settings of outgoing mail, without any proof that a server must give. */
export function nextHopOptions(
  {
    config,
    target,
    resolve,
    log,
  }: Pick<NextHopOptions, 'target' | 'resolve'> & { config: Config; log: Log },
  { clock, random, connect: open, ownAddresses: own }: Surroundings = THIS_MACHINE,
): NextHopOptions {
  return {
    hostname: config.mailHost,
    connect: connectFrom(config.outgoingAddresses, open),
    clock,
    target,
    resolve,
    random,
    log,
    ownAddresses: own(),
  };
}
