/** Makes the plan of a life from its seed: what happens, and which faults occur at all (swarm testing). */

import { type Chance, stream } from '../chance.ts';
import type { FarPlan, MailKind, MailPlan, Plan, SenderPlan } from '../plan.ts';
import { MINUTE } from '../world/world.ts';
import { incidentsOf } from './incidents.ts';
import { ALIASES, type Profile } from './profile.ts';
import { BESIDE, PROFILES } from './profiles.ts';

const WORDS = ['add header', 'add header', 'soft reject', 'reject'] as const;

export function planOf(seed: number, name: string): Plan {
  const profile = PROFILES[name];
  if (profile === undefined)
    throw new Error(`unknown profile ${name}: ${Object.keys(PROFILES).join(', ')}`);
  const chance = stream(seed, 'plan');
  const { isCalm = false } = profile;
  const isBeside = name === BESIDE;
  const far = Array.from({ length: chance.whole(isBeside ? 2 : 1, profile.servers ?? 4) }, (_, i) =>
    farPlan(stream(seed, 'far', i), profile, isCalm || isBeside),
  );
  const senders = Array.from({ length: chance.whole(1, 6) }, (_, i) =>
    senderPlan(stream(seed, 'sender', i), profile),
  );
  const nodes = Array.from({ length: chance.oneOf(profile.nodes) }, () =>
    isCalm ? 0 : chance.whole(-4000, 4000),
  );
  const mails = Array.from({ length: profile.mails }, (_, i) =>
    mailPlan(stream(seed, 'mail', i), i, profile, senders.length),
  );
  const span = profile.span + 4 * MINUTE;
  const aliases = Array.from({ length: profile.aliases ?? ALIASES }, (_, i) => i % far.length);
  return {
    seed,
    profile: name,
    nodes,
    ...(profile.database !== undefined && { hasNetworkDatabase: true }),
    ...(profile.guards !== undefined && { isGuarded: true }),
    ...(profile.hasRelay && { hasRelay: true }),
    ...(profile.confirms !== undefined && { ownership: chance.oneOf(['confirmed', 'grace']) }),
    senders,
    far,
    aliases,
    mails,
    letters: Array.from({ length: profile.letters }, (_, i) => {
      const its = stream(seed, 'letter', i);
      return {
        number: i,
        at: Math.round(its.random() * profile.span),
        alias: its.whole(0, aliases.length - 1),
        ...(i % 3 === 2 && { isTest: true }),
      };
    }),
    // With a broken server: all of them affect the first one.
    incidents: incidentsOf(seed, profile, {
      nodes: nodes.length,
      far: isBeside || profile.hasRelay ? 1 : far.length,
      aliases,
      mails,
      span,
    }),
    network: {
      latency: chance.oneOf([100, 1000, 5000, 40_000]),
      jitter: chance.oneOf([0, 50, 2000]),
      segments: chance.oneOf(profile.segments),
      buffer: chance.oneOf(profile.buffers ?? [4096, 65_536, 1_048_576]),
    },
    room: profile.room,
    healedAt: isCalm ? 0 : span + 2 * MINUTE,
  };
}

function farPlan(chance: Chance, profile: Profile, isCalm: boolean): FarPlan {
  const { hasTls, areReplies, greylisting = 0.15 } = profile;
  const verdicts =
    profile.verdicts ?? ([0, 2000, 100_000, 3_000_000, isCalm ? 0 : 30_000_000] as const);
  return {
    ...(hasTls && { tls: chance.happens(0.8) }),
    ...(areReplies && { hasNoSpf: chance.happens(0.5) }),
    pipelining: chance.happens(0.7),
    chunking: chance.happens(0.4),
    size: chance.happens(0.7),
    plain: chance.happens(0.1),
    think: chance.oneOf([0, 0, 500, 30_000]),
    verdict: chance.oneOf(verdicts),
    idle: chance.oneOf([2, 10, 14, 60, 300]),
    greylists: !isCalm && chance.happens(greylisting) ? chance.whole(5, 60) : 0,
    ignoresQuit: chance.happens(0.15),
  };
}

function senderPlan(chance: Chance, { hasTls }: Profile): SenderPlan {
  const end = chance.oneOf(['close-notify', 'close-notify', 'no-close-notify'] as const);
  return {
    ...(hasTls && chance.happens(0.8) && { tls: end }),
    pipelining: chance.happens(0.7),
    chunking: chance.happens(0.3),
    perRecipient: chance.happens(0.2),
    declaresSize: chance.happens(0.6),
    quitsBehindDot: chance.happens(0.4),
    keepsMs: chance.happens(0.3) ? chance.whole(1, 60_000) : 0,
    isHasty: chance.happens(0.3),
    chunks: chance.oneOf([1, 2, 2, 3]),
  };
}

function answerPlan(chance: Chance): Pick<MailPlan, 'isReply' | 'signature'> {
  const signature = chance.oneOf(['good', 'good', 'broken', undefined] as const);
  return { isReply: true, ...(signature && { signature }) };
}

function mailPlan(chance: Chance, i: number, profile: Profile, senders: number): MailPlan {
  const kind = chance.oneOf<MailKind>(['relayed', 'relayed', 'dated', 'bare']);
  const hasSeveral = chance.happens(profile.several ?? 0.2) && !profile.areReplies;
  const several = hasSeveral ? chance.whole(2, 4) : 1;
  const isOfBurst = i >= profile.mails - (profile.burst ?? 0);
  const { aliases = ALIASES } = profile;
  const first = chance.whole(0, aliases - 1);
  // All messages are different.
  const isTold = profile.areReplies === true || profile.guards !== undefined;
  return {
    number: i,
    // Equal messages of a script: two in a row.
    content: kind === 'bare' && !isTold && chance.happens(0.3) ? 1_000_000 : i,
    kind,
    octets: kind === 'bare' ? 1000 : profile.octets(chance),
    at: isOfBurst ? profile.span : Math.round(chance.random() * profile.span),
    sender: chance.whole(0, senders - 1),
    recipients: Array.from({ length: several }, (_, other) => (first + other * 5) % aliases),
    ...(profile.areReplies && answerPlan(chance)),
    ...(profile.guards?.filters && chance.happens(0.4) && { word: chance.oneOf(WORDS) }),
  };
}
