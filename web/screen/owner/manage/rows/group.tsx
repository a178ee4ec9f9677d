import type { ReactNode } from 'react';
import type { Elements } from '../../../../parts/elements.ts';

type GroupProps = { name: string; value?: ReactNode; children: Elements };

/** Rows about one thing, under its printed name. */
export function Group({ name, value, children }: GroupProps) {
  return (
    <div className="group">
      <div className="group-name">
        <h2>{name}</h2>
        <span aria-live="polite">{value}</span>
      </div>
      {children}
    </div>
  );
}
