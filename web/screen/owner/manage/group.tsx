import type { Elements } from '../../../parts/elements.ts';

type GroupProps = { name: string; children: Elements };

/** Rows about one thing, under its printed name; nothing is shown without a row. */
export function Group({ name, children }: GroupProps) {
  return (
    <div className="group">
      <h2 className="group-name">{name}</h2>
      {children}
    </div>
  );
}
