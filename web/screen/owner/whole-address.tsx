/** As parts/address.tsx, which is in a script that this one must not import: that may have come under another address. */
export function WholeAddress({ children: address }: { children: string }) {
  return <bdi className="font-mono text-ink wrap-anywhere">{address}</bdi>;
}
