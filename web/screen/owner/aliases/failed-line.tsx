import { Icon } from '../../../parts/icon.tsx';

/** A copy of parts/alert-line.tsx: the bundler would keep what this script shares with three others as a script of its own. */
export function FailedLine({ children }: { children: string }) {
  return (
    <p role="alert" className="flex items-start gap-2.5 font-medium text-bad">
      <Icon name="circle" className="mt-[0.2em]" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
