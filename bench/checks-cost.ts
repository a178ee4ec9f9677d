/**
 * The cost of a mail's checks, and of our signatures on it, without transport: `npm run bench:checks`. Each figure is
 * compared with RSA-2048 signatures that are timed in the same rounds. CPU of the whole process, threads included.
 */

import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { askedOnce } from '#mail/dns/asked-once.ts';
import { zoneResolver } from '#support/zone-resolver.ts';
import { ALIAS, judged, type Mail, signaturesBy } from './checks/judge.ts';
import { Author } from './load/author.ts';
import { Letters } from './load/letters.ts';
import { machineKind } from './measure/machine.ts';
import { median } from './measure/median.ts';

const ROUNDS = 9;
/** Mails that are judged concurrently. */
const AT_ONCE = 10;
const SIZES = { '2 KB': [2000, 1000], '1 MB': [1_000_000, 40] } as const;

const author = await Author.start();
const own = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
/** Answers at once, with the same object each time, as the resolver's cache does. */
const resolve = askedOnce(zoneResolver(author.zone));

function mailOf(octets: number, signed: boolean): Mail {
  const signing = signed ? { author, checks: 'keep' as const } : undefined;
  const letters = new Letters(octets, [ALIAS], signing);
  return {
    header: Buffer.from(letters.letter(0).header),
    body: letters.bodyAndDot.subarray(0, -'.\r\n'.length),
  };
}

/** Milliseconds of CPU for one run. */
async function cost(times: number, work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  let left = times;
  const worker = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

/** In the engine's way: on this thread. */
const rsa = () => sign('sha256', some, own);
const some = Buffer.alloc(1000);
console.log(`${machineKind()}; Node ${process.versions.node}; medians of ${ROUNDS} rounds`);
for (const [name, [octets, times]] of Object.entries(SIZES)) {
  const works = {
    'one RSA-2048 signature': rsa,
    ...Object.fromEntries(
      (['keep', 'rewrite'] as const).flatMap((checks) => {
        const mail = mailOf(octets, checks === 'keep');
        const by = (key: KeyObject | undefined) => ({ resolve, signatures: signaturesBy(key) });
        const [signing, not] = [by(own), by(undefined)];
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
