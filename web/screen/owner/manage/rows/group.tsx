import type { ReactNode } from 'react';

type GroupProps = { name: string; value?: ReactNode; children: ReactNode };

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
