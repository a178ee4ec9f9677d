/**
 * The owner's side of the screen, with confirmed addresses: the remaining step, the question of a link, and the owner's
 * actions. It is a separate script, with its styles, and is loaded with the first alias that can have an owner.
 */

import { useEffect } from 'react';
import { canonicalAddress } from '#rules/address.ts';
import { typedAddress } from '#rules/typed-address.ts';
import type { OwnerProps, OwnerScript } from './screen/owner-slot.tsx';
import { aliasesPanel } from './screen/owner/aliases/panel.tsx';
import { createAliasesRunner } from './screen/owner/aliases/runner.ts';
import { ownersCall, signOut } from './screen/owner/call.ts';
import { LinkDialog } from './screen/owner/link/dialog.tsx';
import { followLostFocus } from './screen/owner/lost-focus.ts';
import { manageFold } from './screen/owner/manage/fold.tsx';
import { OwnerPanel } from './screen/owner/panel.tsx';
import { mayHavePasskeys } from './screen/owner/confirm/calls.ts';
import { storePause } from './screen/owner/pause/call.ts';
import { createOwnerRunner } from './screen/owner/runner.ts';
import { ownAlias, panelOf } from './screen/owner/state.ts';
import { addStyles } from './script.ts';
import { useStore } from './store.ts';
import css from './style/owner.css?inline';

export const createOwner: OwnerScript['createOwner'] = (given, link) => {
  addStyles(css);
  const call = ownersCall(given);
  const parts = { ...given, call };
  const runner = createOwnerRunner(parts, link);
  const sessionEnded = () => runner.send({ type: 'sessionEnded' });
  const hasEnded = () => {
    // Another tab may have begun another owner's.
    const ended = parts.sessions.kept()?.email !== aliases.state().owner;
    if (ended) sessionEnded();
    return ended;
  };
  const aliases = createAliasesRunner(call, hasEnded, () =>
    runner.send({ type: 'left', farewell: 'aliasDeleted' }),
  );
  const AliasesPanel = aliasesPanel(
    { ...parts, runner: aliases, hasEnded },
    () => import('./aliases.tsx'),
  );
  const ManageFold = manageFold({
    ...parts,
    mayHavePasskeys: mayHavePasskeys(),
    pause: async (id, until) => {
      try {
        const stored = await storePause(parts, id, until);
        runner.send({ type: 'pauseTold', id, until: stored });
        aliases.send({ type: 'changed', id, change: { paused_until: stored } });
      } catch (error) {
        // An owner who has gone on to another alias relies on the pause.
        if (ownAlias(runner.state())?.id !== id) runner.screen.send({ type: 'saveFailed', id });
        throw error;
      }
    },
    signOut: () => signOut(parts),
    sessionEnded,
    leave: (farewell, deleted) => {
      const { list, shown } = aliases.state();
      // Of several another one is shown.
      if (deleted && list && shown.id) aliases.send({ type: 'deleted', id: deleted });
      else runner.send({ type: 'left', farewell });
    },
    moved: (owner) => runner.send({ type: 'signedIn', owner }),
  });

  return function Owner({ state: { email, view }, send }: OwnerProps) {
    const { stage, desk } = view;
    const alias = desk?.alias;
    const state = useStore(runner);
    useEffect(() => {
      runner.screen.send = send;
      aliases.screen.send = send;
      const seen = { stage, email: canonicalAddress(typedAddress(email)), alias };
      runner.send({ type: 'seen', seen, owner: parts.sessions.kept()?.email });
    }, [stage, email, alias, send]);
    const active = desk?.forwarding.wish === true;
    const saving = desk?.forwarding.saving !== undefined;
    const pausedUntil = state.pause?.id === alias?.id ? state.pause?.until : undefined;
    useEffect(() => {
      const owner = parts.sessions.kept()?.email;
      const id = alias?.real_email === owner ? alias?.id : undefined;
      const single = desk?.more !== true;
      aliases.send({ type: 'seen', owner, id, single, active, saving, pausedUntil });
    }, [desk?.more, alias, active, saving, pausedUntil, state.owner]);
    const toDecide = state.unasked.rows.length;
    // One that the owner has kept counts.
    useEffect(() => aliases.send({ type: 'cameBack' }), [toDecide]);
    const busy = saving || desk?.testMail.open;
    useEffect(() => {
      // The switch and the test mail report their failure themselves.
      if (!busy && !parts.sessions.kept()) runner.send({ type: 'sessionEnded' });
    }, [busy]);
    useEffect(() => runner.begin(), []);
    useEffect(followLostFocus, []);
    useEffect(() => {
      const cameBack = () => {
        if (document.hidden) return;
        const { seen } = runner.state();
        if (panelOf(runner.state()) === 'hidden') {
          runner.send({ type: 'seen', seen, owner: parts.sessions.kept()?.email });
        }
        runner.send({ type: 'cameBack' });
        aliases.send({ type: 'cameBack' });
      };
      document.addEventListener('visibilitychange', cameBack);
      return () => document.removeEventListener('visibilitychange', cameBack);
    }, []);
    return (
      <>
        <OwnerPanel state={state} send={runner.send} shortTime={parts.shortTime}>
          {desk && (
            <>
              <ManageFold
                alias={desk.alias}
                pause={state.pause}
                forwards={desk.forwarding.stored}
                addingPasskey={state.addingPasskey}
              />
              <AliasesPanel flip={() => send({ type: 'flipped' })} />
            </>
          )}
        </OwnerPanel>
        {state.link && <LinkDialog link={state.link} send={runner.send} />}
      </>
    );
  };
};
