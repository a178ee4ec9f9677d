import { useEffect, useState } from 'react';
import type { AliasRow } from '../../../client/alias-row.ts';
import { useStore } from '../../../store.ts';
import { Account } from './account.tsx';
import type { ManageParts } from '../manage-script.ts';
import { Goodbye } from './goodbye.tsx';
import { HistoryLines } from './history.tsx';
import { Pause } from './pause.tsx';
import { DirectRow } from './row.tsx';
import { createManageRunner } from './runner.ts';
import { AddressRow, LinkRow } from './simple-rows.tsx';
import { Unread } from './unread.tsx';

type ManageViewProps = { parts: ManageParts; alias: AliasRow; addingPasskey: boolean };

/** The inside of 'Manage this alias', for one alias. */
export function Manage({ parts, alias, addingPasskey }: ManageViewProps) {
  const [runner] = useState(() => createManageRunner(parts, alias));
  const state = useStore(runner);
  const { send } = runner;
  useEffect(() => send({ type: 'pressed', action: { do: 'load' } }), [send]);
  useEffect(() => {
    if (addingPasskey) send({ type: 'unfolded', entry: 'passkey' });
  }, [addingPasskey, send]);
  const props = { state, send };
  return (
    <>
      <div aria-live="polite">
        <Unread {...props} />
      </div>
      <div>
        <Pause {...props} />
      </div>
      <div>
        <HistoryLines {...props} />
      </div>
      <div>
        <Account {...props} />
        <AddressRow {...props} />
        <LinkRow {...props} />
        <DirectRow entry="download" action={{ do: 'download' }} {...props} />
      </div>
      <div>
        <DirectRow entry="here" action={{ do: 'signOut', scope: 'local' }} {...props} />
        <DirectRow entry="everywhere" action={{ do: 'signOut', scope: 'global' }} {...props} />
      </div>
      <div>
        <Goodbye alias={alias.alias_email} {...props} />
      </div>
    </>
  );
}
