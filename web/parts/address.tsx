/** An address as running text: shown whole, broken before its at sign first, from left to right in every language. */
export function Address({ children: address }: { children: string }) {
  const at = address.lastIndexOf('@');
  return (
    <bdi dir="ltr" translate="no" className="font-mono wrap-anywhere">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </bdi>
  );
}
