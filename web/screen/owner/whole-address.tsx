/**
 * A copy of parts/address.tsx, whose script this one must not import: it may have been loaded under another address.
 */
export function WholeAddress({ children: address }: { children: string }) {
  return <bdi className="font-mono text-ink wrap-anywhere">{address}</bdi>;
}
