import type { Receipt } from '../../client/send-test-mail.ts';
import { Address } from '../../parts/address.tsx';
import { Icon } from '../../parts/icon.tsx';
import { FORWARDING, RECEIPT } from '#languages/en/alias.ts';
import type { DeskProps } from '../machine/events.ts';
import { receiptLine, tookTime } from '../machine/sentences.ts';

/** The slip under the envelope, the part that you keep: forwarding, and the receipt of the last test mail. */
export function Slip({ desk: { alias, forwarding, testMail }, send }: DeskProps) {
  const { on, onDetail, off, offDetail, banner } = FORWARDING;
  const { receipt } = testMail;
  const active = forwarding.wish;
  return (
    <section className="slip paper low:py-3">
      <Switch label={active ? on : off} on={active} onFlip={() => send({ type: 'flipped' })} />
      <p className="text-ink-2">
        <span>{active ? onDetail : offDetail}</span>{' '}
        {active && (
          <span className="inline-block max-w-full text-note text-ink">
            <Address>{alias.real_email}</Address>
          </span>
        )}
      </p>
      <div aria-live="polite">
        {!active && (
          <p className="paper mt-3 flex items-start gap-3 rounded-sm border border-bad bg-bad-ground px-4 py-3 font-medium text-bad">
            <Icon name="circle" className="mt-[0.2em]" />
            <span>{banner}</span>
          </p>
        )}
      </div>
      {/* Under the banner a tick would say the opposite. */}
      <div aria-live="polite">{active && receipt && <ReceiptLine receipt={receipt} />}</div>
    </section>
  );
}

function ReceiptLine({ receipt }: { receipt: Receipt }) {
  const { mailbox } = receipt;
  const [before, link, behind] = RECEIPT.tryOut(tookTime(receipt));
  return (
    <p className="mt-3 flex items-start gap-2.5 border-t border-dashed border-line pt-3 text-fine text-ink-2">
      <Icon name="tick" className="mt-[0.1em] text-good" />
      <span className="min-w-0 wrap-anywhere">
        {mailbox === undefined ? (
          receiptLine(receipt)
        ) : (
          <>
            <span>{before}</span>
            <a href={mailbox} target="_blank" rel="noreferrer" className="-my-3 py-3 text-accent">
              {link}
            </a>
            <span>{behind}</span>
          </>
        )}
      </span>
    </p>
  );
}

/** A native checkbox as a switch; its label toggles it too. */
function Switch({ label, on, onFlip }: { label: string; on: boolean; onFlip: () => void }) {
  return (
    <label className="flex flex-wrap items-center justify-between gap-x-4 text-strong font-semibold">
      <span>{label}</span>
      {/* The native checkbox exposes its state itself. */}
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props */}
      <input type="checkbox" role="switch" className="switch" checked={on} onChange={onFlip} />
    </label>
  );
}
