/**
 * The longest turn of the event loop while one mail is judged and signed, which delays all other sessions, and the CPU
 * of all of its turns: `npm run bench:steps`. Each figure is the least of several rounds: garbage collections and other
 * work on the machine can only add to it.
 */

import { generateKeyPairSync } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { askedOnce } from '#mail/dns/asked-once.ts';
import { zoneResolver } from '#support/zone-resolver.ts';
import { hostileMails } from './checks/hostile.ts';
import { ALIAS, judged, type Mail, signaturesBy } from './checks/judge.ts';
import { Author } from './load/author.ts';
import { Letters } from './load/letters.ts';
import { machineKind } from './measure/machine.ts';

const ROUNDS = 15;
const LARGE = 10_000_000;

const author = await Author.start();
try {
  const hostile = await hostileMails();
  const mails: Record<string, Mail> = {
    '10 MB, KEEP': letterOf(true),
    '10 MB, REWRITE': letterOf(false),
    ...hostile.mails,
  };
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const resolve = askedOnce(zoneResolver({ ...author.zone, ...hostile.zone }));
  const options = { resolve, signatures: signaturesBy(key) };
  console.log(`${machineKind()}; Node ${process.versions.node}; the least of ${ROUNDS} rounds`);
  console.log('| mail | longest turn, ms of CPU | all turns, ms of CPU |\n| --- | ---: | ---: |');
  for (const [name, mail] of Object.entries(mails)) {
    const seen: Turns[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      seen.push(await turnsOf(() => judged(mail, options, nextTurn)));
    }
    const least = (of: keyof Turns) => Math.min(...seen.map((turns) => turns[of])).toFixed(2);
    console.log(`| ${name} | ${least('longest')} | ${least('all')} |`);
  }
} finally {
  author.close();
}

function letterOf(signed: boolean): Mail {
  const letters = new Letters(LARGE, [ALIAS], signed ? { author, checks: 'keep' } : undefined);
  return {
    header: Buffer.from(letters.letter(0).header),
    body: letters.bodyAndDot.subarray(0, -'.\r\n'.length),
  };
}

/** Milliseconds of CPU. */
type Turns = { longest: number; all: number };

async function turnsOf(work: () => Promise<unknown>): Promise<Turns> {
  await nextTurn();
  const turns = { longest: 0, all: 0 };
  let before = process.cpuUsage();
  const turnEnds = () => {
    const { user, system } = process.cpuUsage(before);
    turns.longest = Math.max(turns.longest, (user + system) / 1000);
    turns.all += (user + system) / 1000;
    before = process.cpuUsage();
  };
  let done = false;
  const watch = () => {
    turnEnds();
    if (!done) setImmediate(watch);
  };
  setImmediate(watch);
  await work();
  done = true;
  turnEnds();
  return turns;
}
