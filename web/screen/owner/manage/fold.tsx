import { useState } from 'react';
import { TROUBLE } from '#languages/en/form.ts';
import { OWNER } from '#languages/en/owner.ts';
import { Icon } from '../../../parts/icon.tsx';
import { script, useScript } from '../../../script.ts';
import type { ManageParts, ManageScript, ManageScriptProps, ManageView } from './script.ts';

export function manageFold(parts: ManageParts): ManageView {
  const manage = script<ManageScript, ManageView>(
    () => import('../../../manage.tsx'),
    ({ createManage }) => createManage(parts),
  );

  return function ManageFold(props: ManageScriptProps) {
    const [open, setOpen] = useState(false);
    const loaded = useScript(manage, open);
    return (
      <details
        className="owner-slip paper manage"
        // Once the offer has opened it, the owner may fold it at will.
        open={props.addingPasskey || undefined}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary>
          {OWNER.manage}
          <Icon name="chevron" />
        </summary>
        {typeof loaded === 'object' && <loaded.part {...props} />}
        {loaded === 'failed' && <p role="alert">{TROUBLE.unreachable}</p>}
      </details>
    );
  };
}
