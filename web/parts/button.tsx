import type { MouseEvent, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { type ButtonLook, shownLook } from './look.ts';

const LOOKS: Record<ButtonLook, string> = {
  inked: 'border-transparent bg-accent text-on hover:bg-accent-2',
  outlined: 'border-accent text-accent hover:bg-accent/9',
  done: 'border-transparent bg-good text-on',
  off: 'border-edge bg-off/60 text-ink-2 cursor-not-allowed',
  busy: 'border-edge text-ink cursor-progress',
  held: 'held border-edge text-ink-2 cursor-not-allowed',
};

type ButtonProps = {
  look: ButtonLook;
  /** Of several actions one runs: whether it is this button's. */
  running?: boolean | undefined;
  icon?: IconName | undefined;
  submit?: boolean;
  /** Id of the form to submit, for a button outside of it. */
  form?: string;
  onPress?: (event: MouseEvent) => void;
  className?: string;
  children: ReactNode;
};

export function Button({
  look: wanted,
  running,
  icon,
  submit,
  form,
  onPress,
  className = '',
  children,
}: ButtonProps) {
  const look = shownLook(wanted, running);
  return (
    <button
      type={submit ? 'submit' : 'button'}
      form={form}
      disabled={look === 'off'}
      aria-disabled={look === 'busy' || look === 'held' || undefined}
      aria-busy={look === 'busy' || undefined}
      onClick={onPress}
      className={`paper flex min-h-12 items-center justify-center gap-2 rounded-sm border px-5 py-2 font-semibold ${LOOKS[look]} ${className}`}
    >
      {look === 'busy' ? <Ring /> : icon && <Icon name={icon} />}
      <span suppressHydrationWarning>{children}</span>
    </button>
  );
}

/** A spinner for a running action. */
function Ring() {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="ring size-4 flex-none">
      <path
        d="M8 1.5A6.5 6.5 0 1 1 1.5 8"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
    </svg>
  );
}
