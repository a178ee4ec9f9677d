/** Makes the plan of a life from its seed: what happens, and which faults occur at all (swarm testing). */

import { type Chance, stream } from './chance.ts';
import { STEPS } from './faults.ts';
import { ALIASES, incidentsOf, type Profile } from './incidents.ts';
import type { FarPlan, MailKind, MailPlan, Plan, SenderPlan } from './plan.ts';
import { MINUTE, SECOND } from './world/world.ts';

const small = (chance: Chance) => Math.round(400 + chance.about(2500));
const USUAL: Profile = {
  mails: 40,
  nodes: [1, 1, 2],
  span: 8 * MINUTE,
  octets: (chance) => (chance.happens(0.05) ? Math.round(chance.about(150_000)) : small(chance)),
  room: 50_000_000,
  cuts: 12,
  kills: 2,
  far: 12,
  senders: 16,
  restarts: 0.5,
  disk: 0.5,
  dns: 1,
  mailboxes: 1,
  owners: 0,
  letters: 4,
  segments: ['whole', 'whole', 'segments'],
  swarm: 0.6,
};

/** Only the faults that are named. */
const QUIET: Profile = {
  ...USUAL,
  cuts: 0,
  kills: 0,
  far: 0,
  senders: 0,
  restarts: 0,
  disk: 0,
  dns: 0,
  mailboxes: 0,
  owners: 0,
};

const CALM: Profile = { ...QUIET, isCalm: true };

const SWITCHES: Profile = {
  ...QUIET,
  mails: 80,
  aliases: 3,
  span: 2 * MINUTE,
  several: 0,
  octets: small,
  owners: 120,
  meets: true,
  senders: 80,
  senderActions: ['waits-for-owner'],
  swarm: 1,
};

export const PROFILES: Record<string, Profile> = {
  calm: { ...CALM, segments: ['whole', 'segments', 'octets'] },
  stream: {
    ...CALM,
    mails: 240,
    burst: 60,
    servers: 1,
    span: 4 * MINUTE,
    octets: small,
  },
  queue: {
    ...CALM,
    mails: 100,
    servers: 2,
    span: 2 * SECOND,
    octets: small,
  },
  usual: USUAL,
  crashes: {
    ...USUAL,
    mails: 16,
    kills: 30,
    far: 3,
    senders: 5,
    cuts: 4,
    restarts: 2,
    span: 4 * MINUTE,
    swarm: 0.8,
  },
  octets: { ...USUAL, mails: 15, segments: ['octets'], octets: small },
  memory: {
    ...USUAL,
    mails: 30,
    span: MINUTE,
    senders: 24,
    restarts: 4,
    room: 4_300_000,
    octets: (chance) => (chance.happens(0.5) ? chance.whole(500_000, 3_000_000) : small(chance)),
  },
  room: {
    ...QUIET,
    mails: 12,
    span: 20 * SECOND,
    room: 4_300_000,
    octets: (chance) => chance.whole(1_000_000, 2_000_000),
    far: 8,
    steps: ['dot'],
    dotActions: ['takes-late'],
    senders: 30,
    senderActions: ['resets-before-content'],
    swarm: 1,
  },
  held: {
    ...QUIET,
    mails: 8,
    servers: 2,
    span: 3 * SECOND,
    octets: (chance) => chance.whole(3_000_000, 3_900_000),
    greylisting: 0.5,
    mailboxes: 20,
    letters: 0,
    restarts: 6,
    swarm: 0.8,
    segments: ['whole'],
    buffers: [1_048_576],
  },
  early: {
    ...QUIET,
    mails: 20,
    octets: (chance) => chance.whole(5000, 60_000),
    far: 40,
    steps: ['data'],
    farActions: ['early-refusal'],
    swarm: 1,
  },
  pauses: {
    ...QUIET,
    servers: 1,
    span: 2 * MINUTE,
    far: 12,
    steps: ['dot'],
    dotActions: ['slow-down'],
    senders: 60,
    senderActions: ['rests'],
    swarm: 1,
  },
  mixed: { ...QUIET, several: 0.8, mailboxes: 12, senders: 4, swarm: 1 },
  large: { ...USUAL, mails: 6, octets: (chance) => chance.whole(200_000, 4_000_000) },
  owners: { ...USUAL, owners: 25, mails: 60 },
  switches: { ...SWITCHES, nodes: [2, 3] },
  'look-ups': { ...SWITCHES, database: 0 },
  disk: { ...USUAL, disk: 8, kills: 1, owners: 12, swarm: 0.8 },
  nodes: { ...USUAL, nodes: [2, 3], senders: 24 },
  far: { ...USUAL, nodes: [2, 3], senders: 30, disk: 0, database: 6, owners: 6, kills: 4 },
  restarts: { ...USUAL, restarts: 12, kills: 0.3, senders: 24, far: 16 },
  beside: { ...QUIET, nodes: [1, 1], far: 40, swarm: 1, span: 3 * MINUTE, mails: 60 },
  leavers: { ...USUAL, nodes: [1, 2, 3], senders: 70, far: 50, swarm: 0.8 },
  letters: { ...USUAL, letters: 40, mails: 20, restarts: 4, far: 30 },
  guarded: { ...USUAL, guards: 16, mails: 60, aliases: 4, kills: 1, disk: 3, several: 0.1 },
  relay: { ...USUAL, hasRelay: true, mails: 60, far: 24 },
  confirmed: { ...USUAL, confirms: 8, kills: 1 },
  replies: { ...USUAL, areReplies: true, far: 20, kills: 4 },
  twice: { ...QUIET, database: 0, senders: 60, senderActions: ['comes-twice'], swarm: 1 },
  late: {
    ...USUAL,
    nodes: [2, 3],
    far: 60,
    steps: ['dot'],
    dotActions: ['takes-late', 'takes-late', 'takes-later-than-we-wait'],
    senders: 60,
    senderActions: ['impatient', 'leaves-behind-dot', 'comes-twice', 'half-closes-behind-dot'],
    kills: 0.5,
    swarm: 0.9,
  },
  tls: { ...USUAL, hasTls: true, far: 20, steps: ['starttls', 'starttls', ...STEPS, 'dot'] },
  rush: { ...USUAL, mails: 120, span: 2 * SECOND },
};

const WORDS = ['add header', 'add header', 'soft reject', 'reject'] as const;

/** One remote server is broken, and messages to the others must not be later because of that (V18). */
export const BESIDE = 'beside';

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
  return {
    ...(hasTls && { tls: chance.happens(0.8) }),
    ...(areReplies && { hasNoSpf: chance.happens(0.5) }),
    pipelining: chance.happens(0.7),
    chunking: chance.happens(0.4),
    size: chance.happens(0.7),
    plain: chance.happens(0.1),
    think: chance.oneOf([0, 0, 500, 30_000]),
    verdict: chance.oneOf([0, 2000, 100_000, 3_000_000, isCalm ? 0 : 30_000_000]),
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
    ...(profile.guards !== undefined && chance.happens(0.4) && { word: chance.oneOf(WORDS) }),
  };
}
