/** An address as running text: shown whole, broken before its at sign first, and isolated from the text's direction. */
export function Address({ children: address }: { children: string }) {
  const at = address.lastIndexOf('@');
  return (
    <bdi className="font-mono wrap-anywhere">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </bdi>
  );
}
