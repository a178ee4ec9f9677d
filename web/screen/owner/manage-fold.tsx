import { type ComponentProps, useState } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { script, useScript } from '../../script.ts';
import { TROUBLE } from '../../texts.ts';
import type { ManageParts, ManageScript, ManageView } from './manage-script.ts';
import { OWNER } from './texts.ts';

type ManageProps = ComponentProps<ManageView>;

export function manageFold(parts: ManageParts): ManageView {
  const manage = script<ManageScript, ManageView>(
    'manage',
    () => import('../../manage.tsx'),
    ({ createManage }) => createManage(parts),
  );

  return function ManageFold({ alias, addingPasskey }: ManageProps) {
    const [open, setOpen] = useState(false);
    const loaded = useScript(manage, open);
    return (
      <details
        className="owner-slip paper manage"
        // Once the offer has opened it, the owner may fold it at will.
        open={addingPasskey || undefined}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>
          {OWNER.manage}
          <Icon name="chevron" />
        </summary>
        {typeof loaded === 'object' && <loaded.part alias={alias} addingPasskey={addingPasskey} />}
        {loaded === 'failed' && <p role="alert">{TROUBLE.unreachable}</p>}
      </details>
    );
  };
}
