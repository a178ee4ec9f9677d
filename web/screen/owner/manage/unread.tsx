import { TRY_AGAIN } from '#languages/en/form.ts';
import { FAILED } from '#languages/en/manage.ts';
import { AlertLine } from '../../../parts/alert-line.tsx';
import { Button } from '../../../parts/button.tsx';
import type { ManageProps } from './props.ts';

/** Some of the facts could not be read; the others are in their places. */
export function Unread({ state: { facts, loading }, send }: ManageProps) {
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
