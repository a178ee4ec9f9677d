import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** A sentence about a failure, with its sign. */
export function AlertLine({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-2.5 font-medium text-bad">
      <Icon name="circle" className="mt-[0.2em]" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
