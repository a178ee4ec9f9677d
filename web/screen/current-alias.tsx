import type { AliasRow } from '../client/alias-row.ts';
import { Button } from '../parts/button.tsx';
import { TEXTS } from '../texts.ts';
import { AliasWindow } from './alias-window.tsx';
import type { State } from './machine/state.ts';
import type { Send } from './send.ts';

type CurrentAliasProps = { alias: AliasRow; state: State; send: Send };

/** The existing alias of the typed address, in the locked form. */
export function CurrentAlias({ alias, state, send }: CurrentAliasProps) {
  return (
    <>
      <div>
        <p className="mb-2 text-note font-semibold">{TEXTS.form.currentAlias}</p>
        <AliasWindow
          size="small"
          address={alias.alias_email}
          active={state.forwarding.wish}
          copying={state.copying}
          send={send}
        />
      </div>
      <Button look="outlined" icon="envelope" onPress={() => send({ type: 'testMailOpened' })}>
        {TEXTS.testMail.open}
      </Button>
    </>
  );
}
