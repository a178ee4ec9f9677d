import { OWNER } from '#languages/en/owner.ts';
import { Icon } from '../../../parts/icon.tsx';
import type { OwnerSend } from '../events.ts';
import type { CodeForm as Form } from '../state.ts';
import { WholeAddress } from '../whole-address.tsx';
import { CodeForm } from './code-form.tsx';

/**
 * The alias is made, its address not confirmed. The heading stays at the foot of the window until its place comes into
 * view, so that no one misses the step.
 */
export function OneStep({ form, send }: { form: Form; send: OwnerSend }) {
  return (
    <>
      <div className="dock paper unposted">
        <h2>{OWNER.oneStep}</h2>
        <button type="button" aria-label={OWNER.toCode} className="dock-link" onClick={goToCode}>
          <Icon name="chevron" />
        </button>
      </div>
      <section className="owner-slip docked paper">
        <p className="text-ink-2">
          {OWNER.weSent[0]}
          <WholeAddress>{form.email}</WholeAddress>
          {OWNER.weSent[1]}
        </p>
        <CodeForm place="panel" label={OWNER.code} form={form} send={send} />
        <div>
          <button
            type="button"
            aria-disabled={form.busy && true}
            className="link underline"
            onClick={() => send({ type: 'letterPressed', place: 'panel' })}
          >
            {form.busy === 'letter' ? OWNER.sending : OWNER.again}
          </button>
          {form.asked && <p className="text-note text-ink-2">{OWNER.sentAgain}</p>}
        </div>
      </section>
    </>
  );
}

function goToCode(): void {
  const field = document.querySelector<HTMLElement>('#code-panel');
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}
