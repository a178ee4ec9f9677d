/** A native checkbox as a switch; its label toggles it too. */
export function Switch({ label, on, onFlip }: { label: string; on: boolean; onFlip: () => void }) {
  return (
    <label className="flex flex-wrap items-center justify-between gap-x-4 text-strong font-semibold">
      <span>{label}</span>
      {/* The native checkbox exposes its state itself. */}
      {/* oxlint-disable-next-line jsx-a11y/role-has-required-aria-props */}
      <input type="checkbox" role="switch" className="switch" checked={on} onChange={onFlip} />
    </label>
  );
}
