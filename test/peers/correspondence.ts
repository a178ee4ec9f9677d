/** Two people with a Postfix each: one has an alias, the other writes to it. A third Postfix is the relay of the service. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { domainOf } from '#rules/address.ts';
import { DnsServer } from '#support/dns-server.ts';
import { freePort } from '#support/loopback.ts';
import { nextHopSays } from '#support/judging.ts';
import { testKey } from '#support/signing.ts';
import { tempFolder } from '#support/temp-folder.ts';
import { ALIAS_DOMAIN, Engine } from './engine.ts';
import type { After } from './folder.ts';
import { type Person, read, type Read, send, type Whom } from './mail-program.ts';
import type { MailServer } from './servers/mail-server.ts';
import { startOpenDkim } from './servers/opendkim.ts';
import { startPostfix } from './servers/postfix.ts';
import { until } from './program.ts';

export const ALIAS = `alias-4827@${ALIAS_DOMAIN}`;
export const OWNER_DOMAIN = 'roe-and-daughters.test';
export const FRIENDS_DOMAIN = 'friends.test';
const BOUNCE_DOMAIN = `b.${ALIAS_DOMAIN}`;

const ourKey = testKey('rsa', ALIAS_DOMAIN);
const ownerKey = testKey('rsa', OWNER_DOMAIN);
const friendsKey = testKey('rsa', FRIENDS_DOMAIN);

/** The servers run on one machine, so all mail comes from there. */
const FROM_HERE = 'v=spf1 ip4:127.0.0.1 -all';

export type CorrespondenceOptions = {
  /** Whether the correspondent's signature forbids an added Reply-To: then we rewrite the message. */
  oversigned: boolean;
  /** The DNS records of the owner's domain. */
  proof: 'dkim' | 'spf';
};

/** A mailbox and its owner's mail program. */
export type Mailbox = {
  person: Person;
  server: MailServer;
  /** All arrived mail, as stored: lines end with LF. In the order of arrival if the test waited for each. */
  arrived: string[];
  /** The messages that the person has sent, as the program wrote them. */
  sent: string[];
};

export class Correspondence {
  readonly owner: Mailbox;
  readonly friend: Mailbox;
  readonly engine: Engine;
  readonly #zone: Record<string, { TXT: string[] }>;

  private constructor(
    parts: Pick<Correspondence, 'owner' | 'friend' | 'engine'>,
    zone: Record<string, { TXT: string[] }>,
  ) {
    ({ owner: this.owner, friend: this.friend, engine: this.engine } = parts);
    this.#zone = zone;
  }

  static async start(
    after: After,
    { oversigned, proof }: CorrespondenceOptions,
  ): Promise<Correspondence> {
    const zone = {
      [ourKey.name]: { TXT: [ourKey.record] },
      [`_dmarc.${ALIAS_DOMAIN}`]: { TXT: ['v=DMARC1; p=reject'] },
      [BOUNCE_DOMAIN]: { TXT: [FROM_HERE] },
      [friendsKey.name]: { TXT: [friendsKey.record] },
      [`_dmarc.${FRIENDS_DOMAIN}`]: { TXT: ['v=DMARC1; p=reject'] },
      // Bounces come from the server itself.
      [`mx.${FRIENDS_DOMAIN}`]: { TXT: [FROM_HERE] },
      ...(proof === 'dkim'
        ? { [ownerKey.name]: { TXT: [ownerKey.record] } }
        : { [OWNER_DOMAIN]: { TXT: [FROM_HERE] } }),
    };
    const dns = await DnsServer.during({ after }, zone);
    const key = join(tempFolder(after), 'our-key.pem');
    writeFileSync(key, ourKey.pem, { mode: 0o600 });
    const relayPort = await freePort();
    const jane = `jane@${OWNER_DOMAIN}`;
    const engine = await Engine.start(after, {
      nextHop: relayPort,
      aliases: { [ALIAS]: jane },
      environment: {
        MAIL_CHECKS: 'on',
        DNS_SERVERS: `127.0.0.1:${dns.port}`,
        DKIM_KEY: `${key},selector=${ourKey.signer.selector}`,
      },
    });
    const bob = `bob@${FRIENDS_DOMAIN}`;
    const alone = oversigned ? ['Reply-To'] : [];
    const [selector, smarthost] = [ownerKey.signer.selector, engine.port];
    const signsForOwner =
      proof === 'dkim' &&
      (await startOpenDkim(after, { domain: OWNER_DOMAIN, selector, pem: ownerKey.pem }));
    const signsForFriends = await startOpenDkim(after, {
      domain: FRIENDS_DOMAIN,
      selector,
      pem: friendsKey.pem,
      alone,
    });
    const owners = await startPostfix(after, {
      host: `mx.${OWNER_DOMAIN}`,
      mailboxes: [jane],
      smarthost,
      ...(signsForOwner !== false && { milter: signsForOwner }),
    });
    const friends = await startPostfix(after, {
      host: `mx.${FRIENDS_DOMAIN}`,
      mailboxes: [bob, `carol@${FRIENDS_DOMAIN}`],
      smarthost,
      milter: signsForFriends,
      // An address that is accepted but undeliverable: its mail bounces later.
      settings: `virtual_alias_maps = inline:{ {moved@${FRIENDS_DOMAIN} = nobody@${FRIENDS_DOMAIN}} }`,
    });
    await startPostfix(after, {
      port: relayPort,
      host: 'relay.test',
      mailboxes: [],
      routes: { [OWNER_DOMAIN]: owners.port, [FRIENDS_DOMAIN]: friends.port },
      smarthost,
      // The relay checks a recipient with the remote server during RCPT: a rejection there is a rejection in the session.
      settings: `
smtpd_recipient_restrictions = reject_unverified_recipient, permit
unverified_recipient_reject_code = 550
address_verify_map =
address_verify_poll_delay = 1s`,
    });
    const owner = mailbox(owners, {
      name: 'Jane Roe',
      address: jane,
      host: `janes-laptop.${OWNER_DOMAIN}`,
      zone: 5 * 60 + 45,
      fields: [
        ['Organization', 'Roe and Daughters'],
        ['X-Originating-IP', '[192.0.2.77]'],
        ['User-Agent', 'Rare Mail 0.7 (Roe)'],
        ['Autocrypt', `addr=${jane}; keydata=mQENBF`],
      ],
    });
    const friend = mailbox(friends, {
      name: 'Bob',
      address: bob,
      host: `pc.${FRIENDS_DOMAIN}`,
      zone: -3 * 60,
    });
    return new Correspondence({ owner, friend, engine }, zone);
  }

  /** Sends a message, and waits until it has arrived at the other one. @returns it, as stored */
  async write(
    [from, to]: readonly [Mailbox, Mailbox],
    whom: Whom,
    text: string,
    form: number,
  ): Promise<string> {
    const { text: written } = await send(from.person, whom, text, form);
    from.sent.push(written);
    return this.arrives(to);
  }

  /** Waits for the next message of a mailbox. */
  async arrives({ person, server, arrived }: Mailbox): Promise<string> {
    const find = () =>
      server
        .mailbox(person.address)
        .map((octets) => octets.toString('latin1'))
        .filter((mail) => !arrived.includes(mail));
    const state = () => `${this.owner.server.log()}\n${this.friend.server.log()}`;
    await until(`a mail to ${person.name} has arrived`, () => find().length > 0, { state });
    const [mail = '', ...more] = find();
    if (more.length > 0) throw new Error(`${more.length} messages more than expected`);
    arrived.push(mail);
    return mail;
  }

  /** All messages of a person's program, sent ones first, as Python reads them. */
  async seenBy({ sent, arrived }: Mailbox): Promise<Read[]> {
    return read([...sent, ...arrived]);
  }

  /** The TXT records of the DNS, by name. */
  get records(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.#zone).map(([name, { TXT }]) => [name, TXT[0] ?? '']),
    );
  }

  /** mailauth's results for an arrived mail. */
  judged(mail: string) {
    const [, sender = ''] = /^Return-Path: <([^>]*)>$/m.exec(mail) ?? [];
    return nextHopSays({ text: onTheWire(mail), sender }, this.#zone);
  }
}

function mailbox(server: MailServer, person: Omit<Person, 'port'>): Mailbox {
  return { person: { ...person, port: server.port }, server, arrived: [], sent: [] };
}

/** A message of a mailbox, with its original line ends. */
export const onTheWire = (mail: string) => mail.replaceAll('\n', '\r\n');

/** A person of the correspondent's domain with another address of it. */
export function as({ server, person }: Mailbox, local: string): Mailbox {
  return mailbox(server, { ...person, address: `${local}@${domainOf(person.address)}` });
}
