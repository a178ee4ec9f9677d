/**
 * The cost of a whole reply, from its envelope to the verdict, without sockets and without a disk: `npm run
 * bench:replies`. A small one is compared with RSA-2048 signatures that are timed in the same rounds, and a large one
 * with the same mail that is forwarded with a new author. CPU of the whole process, threads included.
 */

import { createPrivateKey, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { askedOnce } from '#mail/dns/asked-once.ts';
import { Forwarder } from '#mail/forward/forwarder.ts';
import type { MailStore } from '#mail/forward/forwarder-options.ts';
import type { Envelope, WireMessage } from '#mail/message/message.ts';
import type { NextHop } from '#mail/smtp/send/route/next-hop.ts';
import { testKey, withDkim } from '#support/signing.ts';
import { zoneResolver } from '#support/zone-resolver.ts';
import { systemClock } from '#time/clock.ts';
import { machineKind } from './measure/machine.ts';
import { median } from './measure/median.ts';

const ROUNDS = 9;
/** Ahead of them: the compiler and the collector's sizes settle within some 10,000 mails. */
const WARM_UP = 10;
/** Mails on their way at once. */
const AT_ONCE = 10;
const PIECE = 65_536;
const OWNER = 'jane.doe@nest.example';
const ALIAS = 'alias-1000@alias.test';
const BOB = 'bob@origin.example';

const [owners, bobs, ours] = [
  testKey('rsa', 'nest.example'),
  testKey('rsa', 'origin.example'),
  testKey('rsa', 'alias.test'),
];
const keys = [owners, bobs, ours].map(({ name, record }) => [name, { TXT: [record] }]);
/** Answers at once, with the same object each time, as the resolver's cache does. */
const resolve = askedOnce(
  zoneResolver({
    ...Object.fromEntries(keys),
    '_dmarc.origin.example': { TXT: ['v=DMARC1; p=reject'] },
  }),
);

const row = {
  alias: {
    id: '00000000-0000-4000-8000-000000000000',
    real_email: OWNER,
    alias_email: ALIAS,
    active: true,
    created_at: '2026-11-21T12:00:00.000Z',
  },
  state: { confirmedAt: 0, pausedUntil: null, ticket: null, linkEpoch: 0 },
};
/** Knows one alias, and remembers nothing: each mail is a new one. */
const store: MailStore = {
  aliasByAddress: async () => row,
  aliasesOf: async () => [row],
  hasAliases: async () => true,
  recall: async () => undefined,
  remember: async () => {},
};

let last: { envelope: Envelope; message: WireMessage } | undefined;
/** Accepts every mail, and drops it. */
const nextHop: NextHop = {
  deliver: async (envelope, message) => {
    last = { envelope, message };
    return {
      kind: 'accepted',
      reply: { code: 250, enhanced: '2.0.0' },
      peer: { host: 'sink', tls: null },
    };
  },
  backingOff: () => undefined,
  connections: { busy: 0, idle: 0, waiting: 0 },
  held: 0,
  endRetries: () => {},
  close: async () => {},
};

const silent = { debug: () => {}, info: () => {}, warn: () => {} };
const fault = (error: unknown) => {
  throw error;
};
const signing = { selector: 'rsa', key: createPrivateKey(ours.pem), isPublished: () => true };
const forwarder = new Forwarder({
  space: { domains: ['alias.test'], numbers: { first: 1000, last: 9999 } },
  store,
  nextHop,
  hostname: 'mx.alias.test',
  bounceDomain: 'b.alias.test',
  operator: undefined,
  ownership: { mode: 'open', since: undefined },
  history: undefined,
  unconfirmedReached: () => {},
  secrets: ['a secret for benchmarks'],
  cacheMs: 0,
  limits: false,
  clock: systemClock,
  random: Math.random,
  log: silent,
  logMail: 'failures',
  observe: () => {},
  onCopy: () => {},
  checks: { seal: true, trustedSealers: [], resolve },
  replies: { proof: 'any', body: 'refuse', onGuarded: () => {} },
  onReply: () => {},
  signing: () => signing,
  switchOff: () => undefined,
  onJudged: () => {},
  onSignature: () => {},
  letterBounced: async () => {},
  onFault: fault,
});

const mailbox = (address: string) => {
  const [local = '', domain = ''] = address.split('@');
  return { address, local, domain };
};

type Mail = { sender: string; recipient: string; header: Buffer; body: Buffer };

/** Passes a mail on as the receiver does. */
async function passed({ sender, recipient, header, body }: Mail): Promise<void> {
  const client = { address: '127.0.0.1', helo: 'load.test', esmtp: true, tls: null };
  const policy = forwarder.policy(client);
  if ('code' in policy) throw new Error(`the client is turned away: ${policy.text}`);
  await policy.mail(mailbox(sender), {
    size: 0,
    utf8: false,
    eightBit: false,
    perRecipient: false,
  });
  const accepted = await policy.recipient(mailbox(recipient));
  const intake = policy.message();
  intake.header(header);
  const pieces: Buffer[] = [];
  for (let at = 0; at < body.length; at += PIECE) pieces.push(body.subarray(at, at + PIECE));
  for (const piece of pieces) intake.body(piece);
  const octets = header.length + body.length;
  const verdict = await intake.end({ chunks: [header, ...pieces], octets, eightBit: false });
  policy.acknowledged(true);
  policy.reset();
  policy.closed();
  if (accepted.code !== 250 || verdict.code !== 250) throw new Error(verdict.text);
}

const TEXT = 'Hello, thank you; we shall look at it and tell you more.\r\n';
const EDGE = '--=_edge\r\n';
/** Google's programs give one to each attached file; a reply has its body hashed anew then. */
const CONTENT_ID = 'Content-ID: <f_mi9x2v7k0>\r\nX-Attachment-Id: f_mi9x2v7k0\r\n';
/** @param octets of the whole mail, with a binary attachment in a large one. @param ids lines of the attachment's header */
function bodyOf(octets: number, ids: string): { type: string; body: string } {
  if (octets < 100_000)
    return { type: 'text/plain', body: TEXT.repeat((octets - 600) / TEXT.length) };
  const binary = Buffer.alloc(octets * 0.73);
  for (let i = 0; i < binary.length; i += 4) binary.writeUInt32LE((i * 2_654_435_761) >>> 0, i);
  const attachment = binary.toString('base64').replaceAll(/.{76}/g, '$&\r\n');
  const body =
    `${EDGE}Content-Type: text/plain\r\n\r\n${TEXT.repeat(30)}\r\n` +
    `${EDGE}${ids}Content-Type: application/pdf; name=tea.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${attachment}\r\n` +
    '--=_edge--\r\n';
  return { type: 'multipart/mixed; boundary="=_edge"', body };
}

type MailShape = { from: string; to: string; octets: number; lane?: number; ids?: string };

/** @param alone names of fields that nobody may add: with Reply-To among them a mail must get a new author */
async function mailOf(
  { from, to, octets, lane = 0, ids = '' }: MailShape,
  alone: readonly string[],
): Promise<Mail> {
  const { type, body } = bodyOf(octets, ids);
  const content =
    `From: <${from}>\r\nTo: <${to}>\r\nSubject: Tea\r\nDate: Sun, 01 Nov 2026 12:00:00 +0000\r\n` +
    `Message-ID: <${lane}@${from.slice(from.indexOf('@') + 1)}>\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\n\r\n${body}`;
  const { signer } = from === OWNER ? owners : bobs;
  const whole = Buffer.from(
    await withDkim(content, signer, { form: 'relaxed', now: Date.now(), alone }),
  );
  const start = whole.indexOf('\r\n\r\n') + 4;
  return {
    sender: from,
    recipient: to,
    header: whole.subarray(0, start),
    body: whole.subarray(start),
  };
}

/** The number of concurrent mails, of all. No two are the same mail: the second would be held back as a copy. */
const lanesOf = (times: number) => Math.min(AT_ONCE, Math.ceil(times / 2));

/** Milliseconds of CPU for one run. @param work of one lane */
async function cost(times: number, work: (lane: number) => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  let left = times;
  const worker = async (_: unknown, lane: number) => {
    while (left-- > 0) await work(lane);
  };
  await Promise.all(Array.from({ length: lanesOf(times) }, worker));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

/** A mail from Bob creates his reply address. */
await passed(await mailOf({ from: BOB, to: ALIAS, octets: 2000 }, ['reply-to']));
const rewritten = Buffer.concat([...(last?.message.chunks ?? [])]).toString('latin1');
const token = /^From:[^<]*<(r[a-d][^<>]+)>/m.exec(rewritten)?.[1];
if (token === undefined) throw new Error(`no new author: ${rewritten}`);

const rsa = promisify(sign);
const some = Buffer.alloc(1000);
console.log(`${machineKind()}; Node ${process.versions.node}; medians of ${ROUNDS} rounds`);
for (const [size, octets, times, ids] of [
  ['2 KB', 2000, 1000, ''],
  ['10 MB', 10_000_000, 4, ''],
  ['10 MB, a Content-ID', 10_000_000, 4, CONTENT_ID],
] as const) {
  const lanes = Array.from({ length: lanesOf(times) }, (_, lane) => lane);
  const replies = await Promise.all(
    lanes.map((lane) => mailOf({ from: OWNER, to: token, octets, lane, ids }, [])),
  );
  const forwarded = await Promise.all(
    lanes.map((lane) => mailOf({ from: BOB, to: ALIAS, octets, lane, ids }, ['reply-to'])),
  );
  const laneOf = async (mails: readonly Mail[], lane: number) => {
    const mail = mails[lane];
    if (mail !== undefined) await passed(mail);
  };
  const works = {
    'one RSA-2048 signature': [200, () => rsa('sha256', some, signing.key)],
    'forwarded with a new author': [times, (lane: number) => laneOf(forwarded, lane)],
    reply: [times, (lane: number) => laneOf(replies, lane)],
  } as const;
  const names = ['one RSA-2048 signature', 'forwarded with a new author', 'reply'] as const;
  const seen = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const name of names) {
      const [count, work] = works[name];
      const ms = await cost(count, work);
      if (round >= 0) seen.get(name)?.push(ms);
    }
  }
  if (last?.envelope.forwardPath !== BOB) throw new Error('the reply has not gone to Bob');
  const middle = (name: string) => median(seen.get(name) ?? [], (ms) => ms);
  for (const name of names) {
    const ms = middle(name);
    const signatures = (ms / middle('one RSA-2048 signature')).toFixed(2);
    const ratio = (ms / middle('forwarded with a new author')).toFixed(2);
    console.log(
      `| ${size} | ${name} | ${ms.toFixed(3)} ms | ${signatures} signatures | ${ratio} of forwarding |`,
    );
  }
}
