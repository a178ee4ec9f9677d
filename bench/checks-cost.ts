/**
 * What the checks of a mail cost, and our signatures on it, without the way of the mail: `npm run bench:checks`. Each figure is held
 * against RSA-2048 signatures that are timed in the same rounds. CPU of the whole process, threads included.
 */

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { compose } from '#mail/forward/compose.ts';
import { JudgedMail } from '#mail/forward/judged-mail.ts';
import { Signatures } from '#mail/forward/signatures.ts';
import { askedOnce } from '#mail/dns/asked-once.ts';
import { Inspection } from '#mail/trust/inspection.ts';
import { systemClock } from '#time/clock.ts';
import { zoneResolver } from '#support/zone-resolver.ts';
import { Author, CHECKS } from './load/author.ts';
import { Letters } from './load/letters.ts';
import { machineKind } from './measure/machine.ts';
import { median } from './measure/median.ts';

const ROUNDS = 9;
/** Mails that are judged at once. */
const AT_ONCE = 10;
const SIZES = { '2 KB': [2000, 1000], '1 MB': [1_000_000, 40] } as const;
const ALIAS = 'alias-1000@alias.test';
const PIECE = 65_536;
const QUESTION = { address: '127.0.0.1', helo: 'load.test', sender: 'load@origin.test' };

const author = await Author.start();
const own = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
/** Answers at once and with the same object each time, as the cache of the resolver does. */
const resolve = askedOnce(zoneResolver(author.zone));

const signatures = (key: KeyObject | undefined) =>
  new Signatures({
    signing: () => key && { selector: 'veilpost', key, isPublished: () => true },
    date: Date.now,
    observe: () => {},
    onFault: (error) => console.error(error),
  });

type Mail = { header: Buffer; body: Buffer; octets: number };

function mailOf(octets: number, signed: boolean): Mail {
  const letters = new Letters(octets, [ALIAS], signed ? author : undefined);
  return {
    header: Buffer.from(letters.letter(0).header),
    body: letters.bodyAndDot.subarray(0, -'.\r\n'.length),
    octets,
  };
}

async function judged({ header, body, octets }: Mail, signing: Signatures): Promise<void> {
  const inspection = new Inspection(QUESTION, { resolve, clock: systemClock });
  inspection.header(header);
  for (let at = 0; at < body.length; at += PIECE) inspection.body(body.subarray(at, at + PIECE));
  const mail = new JudgedMail(await inspection.end(), {
    checks: 'on',
    seal: 'auto',
    trustedSealers: [],
    authservId: 'mx.alias.test',
    nullSender: false,
    cuts: [],
    signatures: signing,
    observe: () => {},
  });
  const decision = mail.decisionFor(undefined);
  if (decision.kind !== 'keep' && decision.kind !== 'rewrite')
    throw new Error('the mail is refused');
  await compose(mail, decision, {
    message: { chunks: [header, body], octets, eightBit: false },
    cuts: [],
    alias: ALIAS,
    book: undefined,
    trace: 'Received: by mx.alias.test\r\n',
    signatures: signing,
    switchOff: () => undefined,
  });
}

/** Milliseconds of CPU for one of them. */
async function cost(times: number, work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  let left = times;
  const worker = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

const rsa = promisify(sign);
const some = Buffer.alloc(1000);
console.log(`${machineKind()}; Node ${process.versions.node}; medians of ${ROUNDS} rounds`);
for (const [name, [octets, times]] of Object.entries(SIZES)) {
  const works = {
    'one RSA-2048 signature': () => rsa('sha256', some, own),
    ...Object.fromEntries(
      CHECKS.filter((checks) => checks !== 'none').flatMap((checks) => {
        const mail = mailOf(octets, checks === 'keep');
        const [signing, not] = [signatures(own), signatures(undefined)];
        return [
          [`${checks}: checks alone`, () => judged(mail, not)],
          [`${checks}: checks and signatures`, () => judged(mail, signing)],
        ];
      }),
    ),
  };
  const seen = new Map<string, number[]>(Object.keys(works).map((work) => [work, []]));
  for (let round = -2; round < ROUNDS; round++) {
    for (const [work, run] of Object.entries(works)) {
      const ms = await cost(times, run);
      if (round >= 0) seen.get(work)?.push(ms);
    }
  }
  const signature = median(seen.get('one RSA-2048 signature') ?? [], (ms) => ms);
  for (const [work, all] of seen) {
    const ms = median(all, (one) => one);
    console.log(
      `| ${name} | ${work} | ${ms.toFixed(3)} ms | ${(ms / signature).toFixed(2)} signatures |`,
    );
  }
}
author.close();
