/** Draws the incidents of a life. Each kind is on or off for the whole of it: with all of them on some states are never reached. */

import { type Chance, stream } from './chance.ts';
import type { CutKind, Segments } from './network/link.ts';
import type { FarDeed, Incident, SenderDeed, Step } from './plan.ts';
import type { Call } from './world/process.ts';
import { MINUTE, SECOND } from './world/world.ts';

export const ALIASES = 12;

/** How much of each happens in a life: the mean of its incidents. */
export type Profile = {
  mails: number;
  nodes: readonly [number, ...number[]];
  /** Microseconds in which the mails are sent. */
  span: number;
  octets: (chance: Chance) => number;
  room: number;
  cuts: number;
  kills: number;
  far: number;
  senders: number;
  restarts: number;
  disk: number;
  /** Of a database in the network; undefined: it is a file. */
  database?: number;
  dns: number;
  owners: number;
  segments: readonly [Segments, ...Segments[]];
  /** Each kind of fault is on with this probability. */
  swarm: number;
};

const SENDER_DEEDS: readonly [SenderDeed, ...SenderDeed[]] = [
  'leaves-within-content',
  'leaves-behind-dot',
  'resets-behind-dot',
  'half-closes-behind-dot',
  'leaves-as-verdict-comes',
  'dies-at-verdict',
  'does-not-read-verdict',
  'impatient',
  'comes-again-at-once',
  'comes-twice',
  'resets-transaction',
  'rests',
];
const FAR_DEEDS: readonly [FarDeed, ...FarDeed[]] = [
  '421',
  '4yz',
  '5yz',
  'slow-down',
  'silent',
  'close',
  'reset',
  'half-reply',
  'second-reply',
];
const TAKEN: readonly [FarDeed, ...FarDeed[]] = [
  'takes-silent',
  'takes-close',
  'takes-half-reply',
  'takes-late',
  'takes-later-than-we-wait',
  ...FAR_DEEDS,
];
const STEPS: readonly [Step, ...Step[]] = [
  'greeting',
  'ehlo',
  'mail',
  'rcpt',
  'data',
  'dot',
  'dot',
  'dot',
];
const CUTS: readonly [CutKind, ...CutKind[]] = ['both', 'client', 'server', 'silent'];

type Size = { nodes: number; far: number; span: number };

export function incidentsOf(
  seed: number,
  profile: Profile,
  { nodes, far, span }: Size,
): Incident[] {
  const { mails } = profile;
  const swarm = stream(seed, 'swarm');
  const made = (kind: string, mean: number, make: (chance: Chance) => Incident): Incident[] => {
    const isOn = swarm.happens(profile.swarm);
    const number = Math.round(stream(seed, kind).random() * 2 * mean);
    return isOn ? Array.from({ length: number }, (_, i) => make(stream(seed, kind, i))) : [];
  };
  const at = (chance: Chance) => Math.round(chance.random() * span);
  const node = (chance: Chance) => chance.whole(0, nodes - 1);
  const within = (chance: Chance, longest: number) => {
    const from = at(chance);
    return { from, until: from + Math.round(chance.about(longest)) };
  };
  const kills = profile.kills / 3;
  return [
    ...made('cut', profile.cuts, (chance) => ({
      kind: 'cut',
      connection: chance.whole(0, mails * 5),
      cut: {
        side: chance.oneOf(['client', 'server']),
        behind: Math.round(chance.happens(0.7) ? chance.random() * 700 : chance.about(20_000)),
        kind: chance.oneOf(CUTS),
      },
    })),
    ...made('unreachable', profile.far / 10, (chance) => ({
      kind: 'unreachable',
      server: chance.whole(0, far - 1),
      ...within(chance, MINUTE),
      how: chance.oneOf(['refused', 'silent']),
    })),
    ...made('far', profile.far, (chance) => {
      const step = chance.oneOf(STEPS);
      // A reply too many behind the 354 cannot be told from the verdict.
      const deed = chance.oneOf(step === 'dot' ? TAKEN : FAR_DEEDS);
      const isConnection = step === 'greeting' || step === 'ehlo';
      return {
        kind: 'far',
        server: chance.whole(0, far - 1),
        step,
        number: chance.whole(0, isConnection ? mails / 4 : (mails * 2) / far),
        deed: step === 'data' && deed === 'second-reply' ? 'early-refusal' : deed,
      };
    }),
    ...made('senders', profile.senders, (chance) => ({
      kind: 'sender',
      mail: chance.whole(0, mails - 1),
      attempt: chance.whole(0, 2),
      deed: chance.oneOf(SENDER_DEEDS),
    })),
    ...made('kill', kills, (chance) => ({ kind: 'kill', node: node(chance), at: at(chance) })),
    ...made('kill-at-call', kills, (chance) => {
      const call = chance.oneOf<Call>(['write', 'commit']);
      return {
        kind: 'kill-at-call',
        node: node(chance),
        call,
        place: chance.oneOf(['before', 'after']),
        number: chance.whole(0, call === 'write' ? mails * 15 : mails),
      };
    }),
    ...made('kill-after-acceptance', kills, (chance) => ({
      kind: 'kill-after-acceptance',
      number: chance.whole(0, mails),
      us: Math.round(chance.about(chance.oneOf([100, 5000, 500_000]))),
    })),
    ...made('restart', profile.restarts, (chance) => ({
      kind: 'restart',
      node: node(chance),
      at: at(chance),
      killedAfter: chance.happens(0.3) ? Math.round(chance.about(SECOND)) : 0,
    })),
    ...made('stall', profile.kills / 2, (chance) => ({
      kind: 'stall',
      node: node(chance),
      at: at(chance),
      us: Math.round(chance.about(SECOND)),
    })),
    ...made('clock', profile.restarts, (chance) => ({
      kind: 'clock',
      node: node(chance),
      at: at(chance),
      ms: chance.whole(-5000, 5000),
    })),
    ...made('disk', profile.disk, (chance) => ({
      kind: 'disk',
      node: node(chance),
      ...within(chance, 20 * SECOND),
      fault: chance.oneOf(['full', 'io', 'locked']),
    })),
    ...made('database', profile.database ?? 0, (chance) => ({
      kind: 'database',
      node: node(chance),
      ...within(chance, 10 * SECOND),
      fault: chance.oneOf(['error', 'answer-lost', 'slow']),
    })),
    ...made('dns', profile.dns, (chance) => ({
      kind: 'dns',
      ...within(chance, 20 * SECOND),
      how: chance.oneOf(['trouble', 'silent', 'slow']),
    })),
    ...made('owner', profile.owners, (chance) => ({
      kind: 'owner',
      alias: chance.whole(0, ALIASES - 1),
      at: at(chance),
      deed: chance.oneOf(['off', 'on', 'pause', 'resume']),
      node: node(chance),
    })),
  ];
}
