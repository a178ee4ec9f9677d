/** Runs one load: a number of sessions sends a number of messages, until the sink has them all. */

import { setTimeout as pause } from 'node:timers/promises';
import { authenticate } from 'mailauth';
import { nodeStyle, zoneResolver } from '#support/zone-resolver.ts';
import { type LoadAuthor, type LoadChecks, REWRITTEN_OCTETS } from './author.ts';
import { LoadMessages } from './letters.ts';
import type { Sink } from './sink.ts';
import { LoadSender, SourceClosed } from './source.ts';
import { Tally } from './tally.ts';

/** The time without arrivals after which missing messages count as lost. */
const STANDSTILL_MS = 60_000;
/** Every nth message of a load, from the first on, is verified after the engine. */
const SAMPLES = 100;
/** Pause before the retry of a deferred message (4yz); with random jitter, up to twice as long. */
const RETRY_MS = 25;

/**
 * Whether a connection carries message after message, or each message has its own: ended by a separate QUIT, or in
 * Postfix's way by a QUIT together with the final dot, and a close once the 250 is read.
 */
export const CONNECTIONS = ['kept', 'new', 'quit-with-dot'] as const;
export type Connections = (typeof CONNECTIONS)[number];

export type LoadPlan = {
  /** Octets of a message. */
  size: number;
  /** Connections at once. */
  sessions: number;
  /** Absent: kept. */
  connections?: Connections;
  tls?: boolean;
  messages: number;
  checks?: LoadChecks;
  /** Whether the subject checks and signs; otherwise samples prove nothing. */
  judged?: boolean;
  /** Messages come without SIZE. */
  undeclared?: boolean;
  /** Awaited before each message. */
  gate?: () => Promise<void> | undefined;
};

export type Load = { tally: Tally; seconds: number };

/** Numbers are never reused, so that a late copy of an earlier load is recognized. */
let nextId = 1;

/** @param port of the subject @param sink its next hop */
export async function runLoad(
  plan: LoadPlan,
  port: number,
  sink: Sink,
  recipients: readonly string[],
  author?: LoadAuthor,
): Promise<Load> {
  const { checks = 'none', judged = false, connections = 'kept', tls = false } = plan;
  const signed = author !== undefined && (checks === 'keep' || checks === 'cold');
  const letters = new LoadMessages(plan.size, recipients, signed ? { author, checks } : undefined);
  const firstId = nextId;
  const endId = (nextId += plan.messages);
  let id = firstId;
  const rewritten = judged && checks === 'rewrite' ? REWRITTEN_OCTETS : 0;
  const tally = new Tally(firstId, plan.messages, letters.octets + rewritten);
  const samples: Buffer[] = [];
  sink.isSample = (number) => judged && (number - firstId) % SAMPLES === 0;
  sink.arrived = (number, octets, message) => {
    tally.arrived(number, octets);
    if (message !== undefined) samples.push(message);
  };
  const quitWithDot = connections === 'quit-with-dot';
  const behaviour = { quit: quitWithDot, undeclared: plan.undeclared === true };
  const startedAt = performance.now();
  const sessions = Array.from({ length: Math.min(plan.sessions, plan.messages) }, session);
  await Promise.all(sessions);
  await allArrived(tally);
  const seconds = (performance.now() - startedAt) / 1000;
  if (judged && author !== undefined && checks !== 'none') {
    const proven = await Promise.all(samples.map((sample) => isProven(sample, checks, author)));
    // A missing sample counts as invalid.
    tally.unproven = Math.ceil(plan.messages / SAMPLES) - proven.filter(Boolean).length;
  }
  return { tally, seconds };

  async function session(): Promise<void> {
    let source: LoadSender | undefined;
    while (id < endId) {
      await plan.gate?.();
      if (id >= endId) break;
      const letter = letters.letter(id++);
      tally.sent(letter.id);
      for (;;) {
        try {
          source ??= await LoadSender.open(port, tls);
          const code = await source.send(letter, letters, behaviour);
          if (code >= 500) throw new Error(`a message was refused with ${code}`);
          if (code < 300) break;
        } catch (error) {
          if (!(error instanceof SourceClosed)) throw error;
          if (source?.isUncertain === true) tally.uncertain(letter.id);
        }
        tally.deferred += 1;
        source?.destroy();
        source = undefined;
        await pause(RETRY_MS * (1 + Math.random()));
      }
      tally.accepted(letter.id);
      if (connections === 'kept') continue;
      if (quitWithDot) source.destroy();
      else await source.quit();
      source = undefined;
    }
    await source?.quit();
  }
}

async function allArrived(tally: Tally): Promise<void> {
  for (;;) {
    const missing = tally.lost;
    const stop = new AbortController();
    const standstill = pause(STANDSTILL_MS, undefined, { signal: stop.signal }).catch(() => {});
    await Promise.race([tally.allArrived, standstill]);
    stop.abort();
    if (tally.lost === 0 || tally.lost === missing) return;
  }
}

/**
 * Whether the signatures on a message pass after the engine, by another implementation.
 * @param message as the engine has passed it on
 */
async function isProven(
  message: Buffer,
  checks: Exclude<LoadChecks, 'none'>,
  { zone }: Pick<LoadAuthor, 'zone'>,
): Promise<boolean> {
  const { dkim, arc, dmarc } = await authenticate(message, {
    resolver: nodeStyle(zoneResolver(zone)),
    strict: true,
    disableBimi: true,
    ip: '127.0.0.1',
    helo: 'mx.alias.test',
    sender: 'load@b.alias.test',
    mta: 'sink.test',
  });
  const proven = dmarc && dmarc.status.result === 'pass';
  const signed = dkim.results.some(({ status }) => status.result === 'pass');
  const sealed = checks === 'rewrite' || (arc && arc.status.result === 'pass');
  return proven && signed && sealed;
}
