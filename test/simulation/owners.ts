/** Owners: they switch and pause their aliases at a node, and get letters. */

import { codeOf } from './judge/letters.ts';
import { realAddress } from './models/addresses.ts';
import type { Node } from './node.ts';
import type { LetterPlan, Of } from './plan.ts';
import type { Setting } from './schedule.ts';
import { aliasOf, aliasState } from './template.ts';
import { EPOCH } from './world/world.ts';

type Options = Setting & { file: string };

/** The nodes that are up, and their addresses. */
type Nodes = { nodes: readonly (Node | undefined)[]; addresses: readonly string[] };

export class Owners {
  readonly #options: Options;
  readonly #machines: Nodes;

  constructor(options: Options, machines: Nodes) {
    this.#options = options;
    this.#machines = machines;
  }

  begin(): void {
    const { plan, world, schedule } = this.#options;
    for (const letter of plan.letters ?? []) world.in(letter.at, () => this.#letter(letter));
    for (const one of schedule.all('owner')) world.in(one.at, () => this.#owner(one));
  }

  /** One of the nodes that are up sends it. */
  #letter(letter: LetterPlan): void {
    const { judge, plan } = this.#options;
    const { nodes, addresses } = this.#machines;
    const up = nodes.findLast((node) => node?.isReady);
    if (up === undefined) return;
    const i = nodes.indexOf(up);
    up.process.event(() => {
      judge.letters.sent(letter, addresses[i] ?? '');
      const to = realAddress(letter.alias, plan.aliases[letter.alias] ?? 0);
      void up.letter(to, codeOf(letter.number)).then((kind) => {
        if (up.process.alive) judge.letters.ended(letter.number, kind);
      });
    });
  }

  /** The owner is told of a change. */
  #told(alias: number, deed: Of<'owner'>['deed']): void {
    const { judge, file } = this.#options;
    judge.owner(alias, deed);
    const { active, isPaused } = aliasState(file, aliasOf(alias));
    const isKept =
      deed === 'on' || deed === 'off'
        ? active === (deed === 'on')
        : isPaused === (deed === 'pause');
    if (!isKept) judge.broken('V09', `alias ${alias} is switched ${deed}, and this is on no disk`);
  }

  #owner({ alias, deed, node: i }: Of<'owner'>): void {
    const { plan, judge } = this.#options;
    const node = this.#machines.nodes[i];
    if (node === undefined) return;
    judge.ownerAsks(alias, deed);
    const address = aliasOf(alias);
    node.process.event(
      () =>
        void node
          .owner(async (store) => {
            const found = await store.aliasByAddress(address);
            if (found === undefined) return undefined;
            const { id, real_email } = found.alias;
            if (deed === 'off' || deed === 'on')
              return store.setActive(id, deed === 'on', 'anybody');
            // The last pause ends with the last fault.
            const until = deed === 'pause' ? EPOCH + plan.healedAt / 1000 : null;
            return store.owners.change(id, { pausedUntil: until }, real_email);
          }, address)
          .then(
            () => {
              if (node.process.alive) this.#told(alias, deed);
            },
            () => {},
          ),
    );
  }
}
