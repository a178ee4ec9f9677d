import { FORWARDING } from '#languages/en/alias.ts';

/** The rubber stamp of an alias that is switched off. */
export function DisabledBadge({ className }: { className: string }) {
  return (
    <strong
      className={`badge paper strike-at-once rounded-sm border-2 border-bad bg-paper/86 px-3 py-0.5 font-bold text-bad ${className}`}
    >
      {FORWARDING.badge}
    </strong>
  );
}
