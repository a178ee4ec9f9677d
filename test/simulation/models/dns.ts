/** The DNS of the world: every remote server is the one message exchange of its domain. */

import type { Answer, RecordData, RecordType, Resolve } from '#mail/dns/answer.ts';
import type { Chance } from '../chance.ts';
import type { FarPlan, Incident } from '../plan.ts';
import { LIST } from '../node.ts';
import type { Process } from '../world/process.ts';
import { farAddress } from './addresses.ts';
import { KEY_NAME, KEY_RECORD } from './signed.ts';

type DnsIncident = Extract<Incident, { kind: 'dns' }>;

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
  trouble: () => DnsIncident | undefined,
  far: readonly FarPlan[],
  listed: (client: string) => string[],
): { resolve: Resolve; close: () => void } {
  const waiting = new Set<(answer: Answer<never>) => void>();
  const resolve: Resolve = (name, type) => {
    const incident = trouble();
    const answer: Answer<RecordData[typeof type]> =
      incident?.how === 'trouble'
        ? { kind: 'trouble', reason: 'failure' }
        : answerOf(name, type, far, listed);
    const { promise, resolve: answered } = Promise.withResolvers<typeof answer>();
    waiting.add(answered);
    if (incident?.how === 'silent') return promise;
    const us = incident?.how === 'slow' ? chance.random() * SLOW : 200 + chance.about(2000);
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
  name: string,
  type: Type,
  far: readonly FarPlan[],
  listed: (client: string) => string[],
): Answer<RecordData[Type]> {
  const found = /^(mx\.|s\._domainkey\.)?d(\d+)\.test$/.exec(name);
  const secure = false;
  const client = name.endsWith(`.${LIST}`) ? name.slice(0, -LIST.length - 1) : undefined;
  const ofGuards: Partial<{ [Kind in RecordType]: RecordData[Kind][] }> | undefined = client
    ? { A: listed(client) }
    : /^s\d+\.test$/.test(name)
      ? { TXT: [SPF] }
      : undefined;
  if (ofGuards) {
    const records = ofGuards[type] ?? [];
    return records.length > 0
      ? { kind: 'records', records, ttl: 60, secure }
      : { kind: 'no-data', ttl: 60, secure };
  }
  if (found === null) return { kind: 'no-name', ttl: 60, secure };
  const [prefix, server] = [found[1], Number(found[2])];
  const records: { [Kind in RecordType]: RecordData[Kind][] } = {
    A: prefix === 'mx.' ? [farAddress(server)] : [],
    AAAA: [],
    CNAME: [],
    MX: prefix ? [] : [{ exchange: `mx.${name}`, priority: 10 }],
    NS: [],
    PTR: [],
    TLSA: [],
    TXT: textOf(prefix, far[server]),
  };
  return records[type].length > 0
    ? { kind: 'records', records: records[type], ttl: 60, secure }
    : { kind: 'no-data', ttl: 60, secure };
}

function textOf(prefix: string | undefined, far: FarPlan | undefined): string[] {
  if (prefix === `${KEY_NAME}.`) return [KEY_RECORD];
  return prefix === undefined ? [far?.hasNoSpf ? 'v=spf1 -all' : SPF] : [];
}
