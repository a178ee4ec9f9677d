import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

type AlertLineProps = {
  id?: string;
  /** It is not in a live region. */
  role?: 'alert';
  children: ReactNode;
};

/** A sentence about a failure, with its sign. */
export function AlertLine({ children, ...own }: AlertLineProps) {
  return (
    <p {...own} className="flex items-start gap-2.5 font-medium text-bad">
      <Icon name="circle" className="mt-[0.2em]" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
