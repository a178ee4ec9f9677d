/** The DNS of the world: every remote server is the one message exchange of its domain. */

import type { Answer, RecordData, RecordType, Resolve } from '#mail/dns/answer.ts';
import type { Chance } from '../chance.ts';
import type { FarPlan, Of } from '../plan.ts';
import type { Process } from '../world/process.ts';
import { farAddress, LIST } from './addresses.ts';
import { KEY_RECORD } from './mails.ts';

type Records = Partial<{ [Kind in RecordType]: RecordData[Kind][] }>;

/** Of a domain whose mail is sent by its own server. */
const SPF = 'v=spf1 ip4:46.0.0.0/8 -all';

/** The longest time of a slow answer, in microseconds; the engine waits 10 s. */
const SLOW = 8_000_000;

/**
 * @param trouble the incident of this moment; undefined if there is none
 * @returns the resolver of a process; after its close there are no pending queries
 */
export function simulatedDns(
  process: Process,
  chance: Chance,
  trouble: () => Of<'dns'> | undefined,
  recordsAt: (name: string) => Records | undefined,
): { resolve: Resolve; close: () => void } {
  const waiting = new Set<(answer: Answer<never>) => void>();
  const resolve: Resolve = (name, type) => {
    const how = trouble()?.how;
    const answer: Answer<RecordData[typeof type]> =
      how === 'trouble' ? { kind: 'trouble', reason: 'failure' } : answerOf(recordsAt(name), type);
    const { promise, resolve: answered } = Promise.withResolvers<typeof answer>();
    waiting.add(answered);
    if (how === 'silent') return promise;
    const us = how === 'slow' ? chance.random() * SLOW : 200 + chance.about(2000);
    process.world.in(us, () =>
      process.event(() => {
        waiting.delete(answered);
        answered(answer);
      }),
    );
    return promise;
  };
  const close = () => {
    for (const answered of waiting) answered({ kind: 'trouble', reason: 'failure' });
  };
  return { resolve, close };
}

function answerOf<Type extends RecordType>(
  records: Records | undefined,
  type: Type,
): Answer<RecordData[Type]> {
  const always = { ttl: 60, secure: false };
  if (records === undefined) return { kind: 'no-name', ...always };
  const found: RecordData[Type][] = records[type] ?? [];
  return found.length > 0
    ? { kind: 'records', records: found, ...always }
    : { kind: 'no-data', ...always };
}

/** @returns undefined if there is no such name */
export function recordsOf(
  name: string,
  far: readonly FarPlan[],
  listed: (client: string) => string[],
): Records | undefined {
  if (name.endsWith(`.${LIST}`)) return { A: listed(name.slice(0, -LIST.length - 1)) };
  if (/^s\d+\.test$/.test(name)) return { TXT: [SPF] };
  const [, prefix, server] = /^(mx\.|s\._domainkey\.)?d(\d+)\.test$/.exec(name) ?? [];
  if (server === undefined) return undefined;
  if (prefix === 'mx.') return { A: [farAddress(Number(server))] };
  if (prefix !== undefined) return { TXT: [KEY_RECORD] };
  const spf = far[Number(server)]?.hasNoSpf ? 'v=spf1 -all' : SPF;
  return { MX: [{ exchange: `mx.${name}`, priority: 10 }], TXT: [spf] };
}
