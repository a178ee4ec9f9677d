/** Draws the incidents of a life. Each kind is on or off for the whole of it: with all of them on some states are never reached. */

import { type Chance, stream } from '../chance.ts';
import type { CutKind } from '../network/link.ts';
import {
  DATABASE_FAULTS,
  type DiskFault,
  FAR_ACTIONS,
  type FarAction,
  OCCASIONS,
  OF_STEP,
  SENDER_ACTIONS,
  type SenderAction,
  type Step,
  STEPS,
  TAKEN,
  TLS_ACTIONS,
} from '../faults.ts';
import type { Incident, Of, OwnerAction } from '../plan.ts';
import type { Call } from '../world/process.ts';
import { MINUTE, SECOND } from '../world/world.ts';
import { guardIncidentsOf, type Size } from './guard-incidents.ts';
import type { Profile } from './profile.ts';

const CUTS: readonly [CutKind, ...CutKind[]] = ['both', 'client', 'server', 'silent'];

/** The action in its form at a step. */
function formOf(step: Step, action: FarAction): FarAction {
  const form = `${step} ${action}`;
  return form === 'data second-reply' || form === 'starttls half-reply' ? OF_STEP[form] : action;
}

export function incidentsOf(seed: number, profile: Profile, size: Size): Incident[] {
  const { nodes, far, aliases, span } = size;
  const { mails } = profile;
  const swarm = stream(seed, 'swarm');
  const made = (kind: string, mean: number, make: (chance: Chance) => Incident): Incident[] => {
    const isOn = swarm.happens(profile.swarm);
    const number = Math.round(stream(seed, kind).random() * 2 * mean);
    return isOn ? Array.from({ length: number }, (_, i) => make(stream(seed, kind, i))) : [];
  };
  /** The actions in this life. */
  const some = <Action>(
    actions: readonly [Action, ...Action[]],
  ): readonly [Action, ...Action[]] => {
    const [first = swarm.oneOf(actions), ...others] = actions.filter(() => swarm.happens(0.4));
    return [first, ...others];
  };
  const [senderActions, farActions, dotActions, steps] = [
    profile.senderActions ??
      some<SenderAction>(profile.hasTls ? [...SENDER_ACTIONS, ...TLS_ACTIONS] : SENDER_ACTIONS),
    profile.farActions ?? some<FarAction>(FAR_ACTIONS),
    profile.dotActions ?? some<FarAction>([...TAKEN, ...FAR_ACTIONS]),
    profile.steps ?? some<Step>([...STEPS, 'dot', 'dot']),
  ];
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
      const step = chance.oneOf(steps);
      const action = chance.oneOf(step === 'dot' ? dotActions : farActions);
      const isConnection = step === 'greeting' || step === 'ehlo' || step === 'starttls';
      const server = chance.whole(0, far - 1);
      const its = aliases.flatMap((one, alias) => (one === server ? [alias] : []));
      const isOfMail = step === 'rcpt' || step === 'data' || step === 'dot';
      const often = isOfMail ? (mails * 3) / aliases.length : (mails * 2) / far;
      return {
        kind: 'far',
        server,
        // An incident found by its alias is found in a life with fewer messages, too.
        ...(isOfMail && { alias: its[chance.whole(0, its.length - 1)] ?? 0 }),
        step,
        number: chance.whole(0, isConnection ? mails / 4 : often),
        action: formOf(step, action),
      };
    }),
    ...made('senders', profile.senders, (chance) => ({
      kind: 'sender',
      mail: chance.whole(0, mails - 1),
      attempt: chance.whole(0, 2),
      action: chance.oneOf(senderActions),
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
    ...made('end-after', kills * 2, (chance) => ({
      kind: 'end-after',
      what: chance.oneOf(OCCASIONS),
      number: chance.whole(0, mails),
      us: Math.round(chance.about(chance.oneOf([100, 5000, 500_000]))),
      how: chance.oneOf(['killed', 'killed', 'in order']),
    })),
    ...made('departure', profile.departures ?? 0, (chance) => ({
      kind: 'end-after',
      what: 'departure',
      number: chance.whole(0, mails),
      us: Math.round(chance.about(SECOND / 2)),
      how: 'in order',
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
    ...made('disk', profile.disk, (chance) => {
      const place = { node: node(chance), ...within(chance, 20 * SECOND) };
      const fault = chance.oneOf<DiskFault>(['full', 'io', 'locked']);
      // With a log ahead of its writes SQLite locks when the transaction begins.
      const atCommit = fault !== 'locked' && chance.happens(0.5);
      return { kind: 'disk', ...place, fault, ...(atCommit && { atCommit }) };
    }),
    ...made('database', profile.database ?? 0, (chance) => ({
      kind: 'database',
      node: node(chance),
      ...within(chance, 10 * SECOND),
      fault: chance.oneOf(DATABASE_FAULTS),
    })),
    ...made('database-reset', profile.database ?? 0, (chance) => ({
      kind: 'database-reset',
      call: chance.whole(0, mails * 4),
      us: Math.round(chance.about(200)),
      downUs: Math.round(chance.about(chance.oneOf([1000, 3 * SECOND]))),
    })),
    ...made('mailbox', profile.mailboxes, (chance) => ({
      kind: 'mailbox',
      alias: chance.whole(0, aliases.length - 1),
      ...within(chance, 10 * MINUTE),
      how: chance.oneOf(['full', 'gone']),
    })),
    ...made('dns', profile.dns, (chance) => ({
      kind: 'dns',
      ...within(chance, 20 * SECOND),
      how: chance.oneOf(['trouble', 'silent', 'slow']),
    })),
    ...guardIncidentsOf(profile, size, made),
    ...made('owner', profile.owners, (chance) => {
      const place = { alias: chance.whole(0, aliases.length - 1), at: at(chance) };
      const action = chance.oneOf<OwnerAction>(['off', 'on', 'pause', 'resume']);
      const its = { kind: 'owner', ...place, action, node: node(chance) } as const;
      return profile.meets && chance.happens(0.7) ? meeting(its, profile, nodes, chance) : its;
    }),
  ];
}

/** A change in a moment in which the node has already cached the previous state. */
function meeting(
  one: Of<'owner'>,
  { database }: Profile,
  nodes: number,
  chance: Chance,
): Of<'owner'> {
  const isSwitch = chance.happens(0.2);
  const action: OwnerAction = isSwitch ? 'off' : 'pause';
  if (database !== undefined) return { ...one, action, behindLookUp: true };
  const again = { node: (one.node + 1) % nodes, action, us: Math.round(chance.about(SECOND / 10)) };
  return { ...one, action: isSwitch ? 'on' : 'resume', again };
}
