/** How much of each happens in the lives of each profile. */

import type { Chance } from '../chance.ts';
import { STEPS } from '../faults.ts';
import { MINUTE, SECOND } from '../world/world.ts';
import type { Profile } from './profile.ts';

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

/** A few aliases, and nothing but what keeps mail out. */
const GUARDED: Profile = {
  ...QUIET,
  mails: 50,
  aliases: 2,
  span: 4 * MINUTE,
  several: 0,
  octets: small,
  meets: true,
  letters: 0,
  swarm: 1,
};

/** Senders leave without their verdict, and come again. */
const DEPARTURES: Profile['senderActions'] = [
  'leaves-behind-dot',
  'resets-behind-dot',
  'half-closes-behind-dot',
  'leaves-as-verdict-comes',
  'dies-at-verdict',
];

export const PROFILES: Record<string, Profile> = {
  calm: { ...CALM, segments: ['whole', 'segments', 'octets'] },
  stream: { ...CALM, mails: 240, burst: 60, servers: 1, span: 4 * MINUTE, octets: small },
  queue: { ...CALM, mails: 100, servers: 2, span: 2 * SECOND, octets: small },
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
  ends: {
    ...QUIET,
    letters: 40,
    restarts: 6,
    departures: 16,
    verdicts: [3 * SECOND, 30 * SECOND],
    senders: 120,
    senderActions: ['leaves-behind-dot', 'resets-behind-dot'],
    swarm: 1,
  },
  letters: { ...USUAL, letters: 40, mails: 20, restarts: 4, far: 30 },
  guarded: {
    ...USUAL,
    guards: { filters: 2, lists: 4, words: 16 },
    mails: 60,
    aliases: 4,
    kills: 1,
    disk: 3,
    several: 0.1,
  },
  filter: { ...GUARDED, mails: 160, burst: 40, aliases: 4, guards: { filters: 6 } },
  lists: {
    ...GUARDED,
    dns: 6,
    // A list that has everybody is not believed for an hour.
    guards: {
      lists: 16,
      listStates: ['listed', 'listed', 'listed', 'listed', 'refuses', 'refuses', 'everybody'],
    },
    senders: 60,
    senderActions: DEPARTURES,
  },
  'senders of an alias': {
    ...GUARDED,
    aliases: 3,
    disk: 10,
    guards: { words: 24, senderWords: ['block', 'block', 'let', 'known-only', 'anybody'] },
  },
  relay: { ...USUAL, hasRelay: true, mails: 60, far: 24 },
  'refused sessions': {
    ...QUIET,
    hasRelay: true,
    span: 3 * MINUTE,
    far: 50,
    steps: ['greeting', 'greeting', 'ehlo', 'mail'],
    farActions: ['5yz', '5yz', '4yz', 'slow-down'],
    swarm: 1,
  },
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

/** One remote server is broken, and messages to the others must not be later because of that (V18). */
export const BESIDE = 'beside';
