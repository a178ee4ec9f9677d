import { useEffect, useLayoutEffect, useState } from 'react';
import { Icon } from '../../../parts/icon.tsx';
import { useStore } from '../../../store.ts';
import { EverywhereRow, FactorRow, PasskeyRow } from './rows/account.tsx';
import type { ManageParts, ManageScriptProps } from '../manage-script.ts';
import { EndRow } from './rows/ending.tsx';
import { Goodbye } from './rows/goodbye.tsx';
import { Group } from './rows/group.tsx';
import { HistoryRow } from './rows/history.tsx';
import { Pauses } from './rows/pause.tsx';
import { DirectRow } from './rows/row.tsx';
import { LockRow, SendersRow } from './rows/senders.tsx';
import { createManageRunner } from './runner.ts';
import { AddressRow, LinkRow } from './rows/simple-rows.tsx';
import { GROUPS } from '#languages/en/manage.ts';
import { Unread } from './rows/unread.tsx';
import { ReplyBodyRow, WriteRow } from './rows/writing.tsx';

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
  useLayoutEffect(() => send({ type: 'pressed', action: { do: 'load' } }), [send]);
  useEffect(() => {
    if (addingPasskey) send({ type: 'unfolded', entry: 'passkey' });
  }, [addingPasskey, send]);
  useEffect(() => send({ type: 'switched', forwards }), [forwards, send]);
  const props = { state, send };
  const hasPauses = pause === undefined || pause.until !== undefined;
  return (
    <>
      <Group name={GROUPS.history}>
        <HistoryRow {...props} />
      </Group>
      <Group name={GROUPS.senders}>
        <LockRow {...props} />
        <SendersRow {...props} />
      </Group>
      <Group name={GROUPS.pause}>
        {hasPauses && <Pauses {...props} />}
        <EndRow {...props} />
      </Group>
      <Group name={GROUPS.writing}>
        <WriteRow {...props} />
        <ReplyBodyRow {...props} />
      </Group>
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
