type NamingProps = { name: string; children: string };

/** A sentence with an address in it, which a translator leaves as it is. */
export function Naming({ name, children: sentence }: NamingProps) {
  const [before, ...after] = sentence.split(name);
  return (
    <span>
      <span>{before}</span>
      <bdi translate="no">{name}</bdi>
      <span>{after.join(name)}</span>
    </span>
  );
}
