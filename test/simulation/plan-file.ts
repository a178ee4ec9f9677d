/** A plan in a file, written by hand or kept: absent fields have simple values. */

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FarPlan, MailPlan, Plan, SenderPlan } from './plan.ts';

const SENDER: SenderPlan = {
  pipelining: true,
  chunking: false,
  perRecipient: false,
  declaresSize: true,
  quitsBehindDot: false,
  keepsMs: 0,
};

const FAR: FarPlan = {
  pipelining: true,
  chunking: false,
  size: true,
  plain: false,
  think: 0,
  verdict: 0,
  idle: 60,
  greylists: 0,
  ignoresQuit: false,
};

const SIMPLE: Plan = {
  seed: 1,
  profile: 'usual',
  nodes: [0],
  senders: [SENDER],
  far: [FAR],
  aliases: [0],
  mails: [],
  incidents: [],
  network: { latency: 1000, jitter: 0, segments: 'whole', buffer: 65_536 },
  room: 50_000_000,
  healedAt: 3_600_000_000,
};

export type PlanFile = Partial<Omit<Plan, 'senders' | 'far' | 'mails'>> & {
  /** The promise that it tests, and how often each event happens in its life. */
  promise?: string;
  counts?: Record<string, number>;
  senders?: Partial<SenderPlan>[];
  far?: Partial<FarPlan>[];
  mails: Partial<MailPlan>[];
};

export function planOfFile(file: PlanFile): Plan {
  const mail = { octets: 1000, at: 1_000_000, sender: 0, recipients: [0] };
  return {
    ...SIMPLE,
    ...file,
    senders: (file.senders ?? [{}]).map((its) => ({ ...SENDER, ...its })),
    far: (file.far ?? [{}]).map((its) => ({ ...FAR, ...its })),
    mails: file.mails.map((its, i) => ({
      number: i,
      content: its.number ?? i,
      kind: 'relayed',
      ...mail,
      ...its,
    })),
  };
}

/** The kept plans by name; each file in `plans/` has those of one subject. */
export const keptPlans = (): ReadonlyMap<string, PlanFile> =>
  new Map(
    globSync(join(import.meta.dirname, 'plans/*.json')).flatMap((file) =>
      Object.entries<PlanFile>(JSON.parse(readFileSync(file, 'utf8'))),
    ),
  );
