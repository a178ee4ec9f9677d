import { ALIAS, TEST_MAIL } from '#languages/en/alias.ts';
import { Button } from '../../parts/button.tsx';
import { AliasWindow } from './alias-window.tsx';
import type { DeskProps } from './desk-props.ts';

/** The existing alias of the typed address, in the locked form. */
export function CurrentAlias({ desk, send }: DeskProps) {
  return (
    <>
      <div>
        <p className="mb-2 text-note font-semibold">{ALIAS.current}</p>
        <AliasWindow size="small" desk={desk} send={send} />
      </div>
      <Button look="outlined" icon="envelope" onPress={() => send({ type: 'testMailOpened' })}>
        {TEST_MAIL.open}
      </Button>
    </>
  );
}
