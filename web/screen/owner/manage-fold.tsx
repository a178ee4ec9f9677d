import { type ComponentType, useState } from 'react';
import type { AliasRow } from '../../client/alias-row.ts';
import { scriptLoader } from '../../load-script.ts';
import { Icon } from '../../parts/icon.tsx';
import { TROUBLE } from '../../texts.ts';
import type { OwnerParts } from '../owner-slot.tsx';
import type { OwnerState } from './machine/state.ts';
import { OWNER } from './texts.ts';

/** What 'Manage this alias' needs of the rest. */
export type ManageParts = Pick<OwnerParts, 'ask' | 'auth' | 'config' | 'sessions'> & {
  signOut: (scope: 'local' | 'global') => Promise<void>;
  /** The alias, or everything, is gone from this browser; undefined: the session is. */
  leave: (farewell: OwnerState['farewell']) => void;
};

type ManageView = ComponentType<{ alias: AliasRow }>;

/** The script of it, which is loaded when it is unfolded (web/manage.tsx). */
export type ManageScript = { createManage: (parts: ManageParts) => ManageView };

export function manageFold(parts: ManageParts): ManageView {
  const load = scriptLoader('manage', () => import('../../manage.tsx'));
  let Manage: ManageView | undefined;

  return function ManageFold({ alias }: { alias: AliasRow }) {
    const [loaded, setLoaded] = useState(Manage !== undefined);
    const [failed, setFailed] = useState(false);

    async function unfold(): Promise<void> {
      setFailed(false);
      try {
        const { createManage } = await load();
        Manage ??= createManage(parts);
        setLoaded(true);
      } catch {
        setFailed(true);
      }
    }

    return (
      <details
        className="owner-slip paper manage"
        onToggle={(event) => event.currentTarget.open && void unfold()}
      >
        <summary>
          {OWNER.manage}
          <Icon name="chevron" />
        </summary>
        {loaded && Manage && <Manage alias={alias} />}
        {failed && <p role="alert">{TROUBLE.unreachable}</p>}
      </details>
    );
  };
}
