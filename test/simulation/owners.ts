/** Owners: they switch and pause their aliases at a node, and get emails. */

import { SenderNames } from '#mail/senders/sender-names.ts';
import type { Store } from '#store/store.ts';
import { codeOf } from './judge/letters.ts';
import { aliasAddress, realAddress, SECRET, senderDomain } from './models/addresses.ts';
import type { Node } from './node.ts';
import type { NetworkDatabase } from './models/network-database.ts';
import type { LetterPlan, Of, OwnerAction } from './plan.ts';
import type { Setting } from './schedule.ts';
import { aliasState } from './world/databases.ts';
import { EPOCH, SECOND } from './world/world.ts';

type Options = Setting & { file: string; database: NetworkDatabase | undefined };

const NAMES = new SenderNames([SECRET]);

/** The response to a look-up is delayed by at most this time. */
const HELD_BACK = 2 * SECOND;

/** The nodes that are up, and their addresses. */
type Nodes = { nodes: readonly (Node | undefined)[]; addresses: readonly string[] };

export class Owners {
  readonly #options: Options;
  readonly #machines: Nodes;
  /** Aliases whose owner was asked to confirm them, by process, and the number of the last of these emails. */
  readonly #asked = new WeakMap<Node, Set<number>>();
  #letters = 1000;
  /** The node at which each alias is being changed: an owner makes one change after the other. */
  readonly #busy = new Map<number, Node>();

  constructor(options: Options, machines: Nodes) {
    this.#options = options;
    this.#machines = machines;
  }

  begin(): void {
    const { plan, world, schedule } = this.#options;
    for (const letter of plan.letters ?? []) world.in(letter.at, () => this.#letter(letter));
    for (const one of schedule.all('senders')) world.in(one.at, () => this.#ofSenders(one));
    // After the last fault each alias accepts mail from everyone.
    if (plan.isGuarded || plan.ownership) {
      const word = plan.isGuarded ? 'anybody' : 'confirm';
      const all = { kind: 'senders', word, node: 0, sender: 0, at: 0 } as const;
      for (const alias of plan.aliases.keys())
        world.in(plan.healedAt + SECOND, () => this.#ofSenders({ ...all, alias }));
    }
    for (const one of schedule.all('owner')) {
      const change = (done?: () => void) => this.#owner(one, done);
      world.in(one.at, () => (one.behindLookUp ? this.#behindLookUp(one, change) : change()));
    }
  }

  /** One of the nodes that are up sends it. */
  #letter(letter: LetterPlan): void {
    const up = this.#machines.nodes.findLast((node) => node?.isReady);
    if (up) this.#sendLetter(letter, up);
  }

  /** An email asks the owner of an alias to confirm it, once from each process. */
  ask(node: Node, alias: number): void {
    const asked = this.#asked.get(node) ?? new Set();
    this.#asked.set(node, asked);
    if (asked.has(alias)) return;
    asked.add(alias);
    this.#letters += 1;
    this.#sendLetter({ number: this.#letters, at: 0, alias }, node);
  }

  #sendLetter(letter: LetterPlan, node: Node): void {
    const { judge, plan } = this.#options;
    const { nodes, addresses } = this.#machines;
    const i = nodes.indexOf(node);
    node.process.event(() => {
      judge.letters.sent(letter, addresses[i] ?? '');
      const to = realAddress(letter.alias, plan.aliases[letter.alias] ?? 0);
      const code = codeOf(letter.number);
      const sent = letter.isTest
        ? node.testMail(aliasAddress(letter.alias), code).catch(() => 'deferred')
        : node.letter(to, code);
      void sent.then((kind) => {
        if (node.process.alive) judge.letters.ended(letter.number, kind);
      });
    });
  }

  /** The response to a look-up that arrived before the change is delayed until the change is done. */
  #behindLookUp({ alias, node: i }: Of<'owner'>, change: (done: () => void) => void): void {
    const { world, database, judge } = this.#options;
    const process = this.#machines.nodes[i]?.process;
    if (process === undefined) return;
    database?.beginAtLookUp(process, aliasAddress(alias), (release) => {
      judge.tookEffect('owner: behind a look-up');
      world.in(HELD_BACK, release);
      change(release);
    });
  }

  /** The owner gets the confirmation of a change. */
  #told(alias: number, action: OwnerAction, node: string): void {
    const { judge, file } = this.#options;
    judge.owner(alias, action, node);
    const { active, isPaused } = aliasState(file, aliasAddress(alias));
    const isKept =
      action === 'on' || action === 'off'
        ? active === (action === 'on')
        : isPaused === (action === 'pause');
    if (!isKept)
      judge.broken('V09', `alias ${alias} is switched ${action}, and this is on no disk`);
  }

  /** The owner sets a rule about a sender, or about all, and retries until it is stored. */
  #ofSenders(one: Of<'senders'>): void {
    const { judge, world, plan } = this.#options;
    const { alias, word, sender, node: i } = one;
    const again = () => void world.in(10 * SECOND, () => this.#ofSenders(one));
    const isLast = world.now >= plan.healedAt;
    const node = isLast ? this.#machines.nodes.find((up) => up?.isReady) : this.#machines.nodes[i];
    if (node === undefined) return isLast ? again() : undefined;
    judge.guards.owner(word, alias, sender, false);
    const told = () => {
      if (!node.process.alive) return;
      judge.tookEffect(`owner: ${word}`);
      judge.guards.owner(word, alias, sender, true);
    };
    const change = async (store: Store) => {
      const found = await store.aliasByAddress(aliasAddress(alias));
      if (found === undefined) return;
      const { id, real_email } = found.alias;
      const now = EPOCH + Math.floor(world.now / 1000);
      if (word === 'confirm') return store.owners.confirm(real_email, now);
      const name = senderDomain(sender);
      if (word === 'let' || word === 'block') {
        const rule = word === 'let' ? 'let' : 'blocked';
        const its = { rule, name: NAMES.seal(id, name) } as const;
        return store.senders.setRule(id, NAMES.underEach(id, name), its, now);
      }
      return store.owners.change(id, { knownOnly: word === 'known-only' }, real_email);
    };
    node.process.event(() => {
      void node.owner(change, aliasAddress(alias)).then(told, () => (isLast ? again() : undefined));
    });
  }

  #owner({ alias, action, node: i, again }: Of<'owner'>, done: () => void = () => {}): void {
    const { world, judge } = this.#options;
    const node = this.#machines.nodes[i];
    if (node === undefined || this.#busy.get(alias)?.process.alive) return done();
    this.#busy.set(alias, node);
    judge.ownerAsks(alias, action);
    node.process.event(() => {
      void this.#change(alias, action, node)
        .then(
          () => {
            if (!node.process.alive) return;
            this.#told(alias, action, this.#machines.addresses[i] ?? '');
            if (again === undefined) return;
            judge.tookEffect('owner: twice at once');
            node.process.stall(again.us);
            world.in(0, () => this.#owner({ kind: 'owner', at: 0, alias, ...again }));
          },
          () => {},
        )
        .finally(() => {
          if (this.#busy.get(alias) === node) this.#busy.delete(alias);
          done();
        });
    });
  }

  #change(alias: number, action: OwnerAction, node: Node): Promise<unknown> {
    const { plan } = this.#options;
    const address = aliasAddress(alias);
    return node.owner(async (store) => {
      const found = await store.aliasByAddress(address);
      if (found === undefined) return undefined;
      const { id, real_email } = found.alias;
      if (action === 'off' || action === 'on')
        return store.setActive(id, action === 'on', 'anybody');
      // The last pause ends with the last fault.
      const until = action === 'pause' ? EPOCH + plan.healedAt / 1000 : null;
      return store.owners.change(id, { pausedUntil: until }, real_email);
    }, address);
  }
}
