/**
 * The cost of a reply in addition to a forwarded mail, without transport: `npm run bench:replies`. Each figure is
 * compared with RSA-2048 signatures that are timed in the same rounds. CPU of the whole process, threads included.
 */

import { generateKeyPairSync, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { HeaderBlock } from '#mail/message/header-block.ts';
import { guardReply } from '#mail/reply/guard/guard.ts';
import type { ReplyMail } from '#mail/reply/guard/mime-walk.ts';
import { needlesOf } from '#mail/reply/guard/needles.ts';
import { machineKind } from './measure/machine.ts';
import { median } from './measure/median.ts';

const ROUNDS = 15;
const CHUNK_OCTETS = 65_536;
const OWNER = 'jane.doe@nest.example';
/** Octets of the mail for the longest step. */
const LARGE_OCTETS = 50_000_000;
const LARGE_ROUNDS = 5;

const LINE =
  'Hello Jane, thank you; we shall look at it and tell you more: https://shop.test/x?y=1&z=2\r\n';
const HTML_LINE =
  '<div class="x"><p style="margin: 0">Hello <b>Jane</b>, see <a href="https://shop.test/?y=1&amp;z=2">this</a>.</p></div>\r\n';

const text = (line: string, octets: number) => line.repeat(octets / line.length);

function mailOf(header: string, body: string): ReplyMail {
  const octets = Buffer.from(`${header}\r\n\r\n${body}`);
  const chunks = Array.from({ length: Math.ceil(octets.length / CHUNK_OCTETS) }, (_, i) =>
    octets.subarray(i * CHUNK_OCTETS, (i + 1) * CHUNK_OCTETS),
  );
  const bodyStart = header.length + '\r\n\r\n'.length;
  const block = HeaderBlock.read(octets.subarray(0, bodyStart - '\r\n'.length));
  return { message: { chunks, octets: octets.length, eightBit: false }, block, bodyStart };
}

/** As a program's: 25 KB of text, and 25 KB of HTML. @param word some of the words; with an umlaut mostly no ASCII */
function usual(word: string): ReplyMail {
  const part = (type: string, line: string) =>
    `--=_edge\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${text(line.replace('tell', word), 25_000)}\r\n`;
  return mailOf(
    'Content-Type: multipart/alternative; boundary="=_edge"',
    `${part('text/plain', LINE)}${part('text/html', HTML_LINE)}--=_edge--\r\n`,
  );
}

async function guard(mail: ReplyMail, turn: () => Promise<void>): Promise<void> {
  const guarded = await guardReply(mail, {
    needles: needlesOf({
      address: OWNER,
      mailFrom: OWNER,
      aliasDomain: 'alias.test',
      sharedProvider: false,
    }),
    alias: 'alias-1000@alias.test',
    onFind: 'refuse',
    sealId: (id) => id,
    newBoundary: (boundary) => boundary,
    turn,
  });
  if (guarded.kind !== 'clean') throw new Error(`the guard refuses: ${guarded.reason}`);
}

/** Milliseconds of CPU for one run. */
async function cost(times: number, work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let i = 0; i < times; i++) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / times;
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The times between two turns of the event loop, in milliseconds. */
async function steps(mail: ReplyMail): Promise<number[]> {
  const all: number[] = [];
  let begun = performance.now();
  await guard(mail, async () => {
    all.push(performance.now() - begun);
    await nextTurn();
    begun = performance.now();
  });
  all.push(performance.now() - begun);
  return all;
}

const rsa = promisify(sign);
const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const some = Buffer.alloc(1000);
const works: Record<string, () => Promise<unknown>> = {};
for (const [name, word] of Object.entries({ ASCII: 'tell', umlauts: 'erz\u00e4hl' })) {
  const mail = usual(word);
  works[`guard, 50 KB of text and HTML, ${name}`] = () => guard(mail, nextTurn);
}
const SIGNATURE = 'one RSA-2048 signature';
works[SIGNATURE] = () => rsa('sha256', some, key);

console.log(`${machineKind()}; Node ${process.versions.node}; medians of ${ROUNDS} rounds`);
const seen = new Map<string, number[]>(Object.keys(works).map((name) => [name, []]));
for (let round = -3; round < ROUNDS; round++) {
  for (const [name, work] of Object.entries(works)) {
    const ms = await cost(200, work);
    if (round >= 0) seen.get(name)?.push(ms);
  }
}
const signature = median(seen.get(SIGNATURE) ?? [], (ms) => ms);
for (const [name, all] of seen) {
  const ms = median(all, (one) => one);
  console.log(`| ${name} | ${ms.toFixed(3)} ms | ${(ms / signature).toFixed(2)} signatures |`);
}

const base64 = (content: string) =>
  Buffer.from(content).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
for (const [name, header, body] of [
  ['text', 'Content-Type: text/plain', text(LINE, LARGE_OCTETS)],
  ['HTML', 'Content-Type: text/html', text(HTML_LINE, LARGE_OCTETS)],
  [
    'text in base64',
    'Content-Type: text/plain\r\nContent-Transfer-Encoding: base64',
    base64(text(LINE, LARGE_OCTETS * 0.73)),
  ],
] as const) {
  const mail = mailOf(header, body);
  const rounds: number[][] = [];
  for (let round = 0; round < LARGE_ROUNDS; round++) rounds.push(await steps(mail));
  // The same work in each round: a step that is long in one of them alone is the machine's.
  const own = (rounds[0] ?? []).map((_, i) => Math.min(...rounds.map((all) => all[i] ?? Infinity)));
  const longest = Math.max(...own);
  const any = Math.max(...rounds.flat());
  const whole = own.reduce((sum, ms) => sum + ms, 0);
  console.log(
    `| guard, 50 MB of ${name} | ${own.length} steps, the longest ${longest.toFixed(2)} ms (${any.toFixed(2)} in any round) | ${whole.toFixed(0)} ms |`,
  );
}
