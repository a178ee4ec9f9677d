import { type ComponentProps, useState } from 'react';
import { scriptLoader } from '../../load-script.ts';
import { Icon } from '../../parts/icon.tsx';
import { TROUBLE } from '../../texts.ts';
import type { ManageParts, ManageView } from './manage-script.ts';
import { OWNER } from './texts.ts';

type ManageProps = ComponentProps<ManageView>;

export function manageFold(parts: ManageParts): ManageView {
  const load = scriptLoader('manage', () => import('../../manage.tsx'));
  let Manage: ManageView | undefined;

  return function ManageFold({ alias, addingPasskey }: ManageProps) {
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
        // Once the offer has opened it, the owner may fold it at will.
        open={addingPasskey || undefined}
        onToggle={(event) => event.currentTarget.open && void unfold()}
      >
        <summary>
          {OWNER.manage}
          <Icon name="chevron" />
        </summary>
        {loaded && Manage && <Manage alias={alias} addingPasskey={addingPasskey} />}
        {failed && <p role="alert">{TROUBLE.unreachable}</p>}
      </details>
    );
  };
}
