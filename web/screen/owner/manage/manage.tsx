import { useEffect, useLayoutEffect, useState } from 'react';
import { TRY_AGAIN } from '#languages/en/form.ts';
import { FAILED, GROUPS } from '#languages/en/manage.ts';
import { AlertLine } from '../../../parts/alert-line.tsx';
import { Button } from '../../../parts/button.tsx';
import type { Elements } from '../../../parts/elements.ts';
import { Icon } from '../../../parts/icon.tsx';
import { useStore } from '../../../store.ts';
import { Goodbye } from '../account/leaving.tsx';
import { AddressRow, EverywhereRow, FactorRow, LinkRow, PasskeyRow } from '../account/rows.tsx';
import { EndRow, Pauses } from '../pause/rows.tsx';
import { HistoryRow } from '../senders/history.tsx';
import { LockRow, SendersRow } from '../senders/rows.tsx';
import { ReplyBodyRow, WriteRow } from '../writing/rows.tsx';
import type { ManageProps } from './machine.ts';
import { DirectRow } from './row.tsx';
import { createManageRunner } from './runner.ts';
import type { ManageParts, ManageScriptProps } from './script.ts';

/** The inside of 'Manage this alias', for one alias. Facts that load slowly have their place from the start. */
export function Manage({
  parts,
  alias,
  pause,
  forwards,
  addingPasskey,
}: ManageScriptProps & { parts: ManageParts }) {
  const [runner] = useState(() => createManageRunner(parts, alias));
  const state = useStore(runner);
  const { send } = runner;
  useLayoutEffect(() => send({ type: 'factsWanted' }), [send]);
  useEffect(() => {
    if (addingPasskey) send({ type: 'unfolded', entry: 'passkey' });
  }, [addingPasskey, send]);
  useEffect(() => send({ type: 'switched', forwards }), [forwards, send]);
  const props = { state, send };
  // A place for a row that never comes would move a button away from under the pointer.
  const offers = (what: 'replies' | 'senders') => parts.config.offers?.includes(what) ?? true;
  const hasPauses = pause === undefined || pause.until !== undefined;
  return (
    <>
      <Group name={GROUPS.history}>
        <HistoryRow {...props} />
      </Group>
      {offers('senders') && (
        <Group name={GROUPS.senders}>
          <LockRow {...props} />
          <SendersRow {...props} />
        </Group>
      )}
      <Group name={GROUPS.pause}>
        {hasPauses && <Pauses {...props} />}
        <EndRow {...props} />
      </Group>
      {offers('replies') && (
        <Group name={GROUPS.writing}>
          <WriteRow {...props} />
          <ReplyBodyRow {...props} />
        </Group>
      )}
      <details className="group" open={addingPasskey || undefined}>
        <summary>
          <h2 className="group-name">{GROUPS.signIn}</h2>
          <Icon name="chevron" />
        </summary>
        {parts.mayHavePasskeys && <PasskeyRow {...props} />}
        <FactorRow {...props} />
        <AddressRow {...props} />
        <LinkRow {...props} />
        <DirectRow entry="here" action={{ do: 'signOut', scope: 'local' }} {...props} />
        <EverywhereRow {...props} />
      </details>
      <Group name={GROUPS.leaving}>
        <DirectRow entry="download" action={{ do: 'download' }} {...props} />
        <Goodbye alias={alias.alias_email} {...props} />
      </Group>
      {/* At the end, where nothing moves for it. */}
      <div aria-live="polite" className="group">
        <Unread {...props} />
      </div>
    </>
  );
}

type GroupProps = { name: string; children: Elements };

/** Rows about one thing, under its printed name; nothing is shown without a row. */
function Group({ name, children }: GroupProps) {
  return (
    <div className="group">
      <h2 className="group-name">{name}</h2>
      {children}
    </div>
  );
}

/** Some of the facts could not be read; the others are in their places. */
function Unread({ state: { facts, loading }, send }: ManageProps) {
  if (!facts.unread) return null;
  return (
    <div className="grid justify-items-start gap-3">
      <AlertLine>{FAILED[facts.unread]}</AlertLine>
      <Button look={loading ? 'busy' : 'outlined'} onPress={() => send({ type: 'factsWanted' })}>
        {TRY_AGAIN}
      </Button>
    </div>
  );
}
