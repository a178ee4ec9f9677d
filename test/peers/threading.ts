/** Threads in mail programs: Zawinski's algorithm, RFC 5256 section 3 (THREAD=REFERENCES), without subjects. */

type Mail = { id: string; answered: readonly string[]; references: readonly string[] };

/** @returns for each message the uppermost id above it, or its own; an id that several name joins them, mail or not */
export function rootsOf(mails: readonly Mail[]): string[] {
  const parents = new Map<string, string>();
  const topOf = (id: string): string => {
    const parent = parents.get(id);
    return parent === undefined ? id : topOf(parent);
  };
  const isAbove = (id: string, below: string | undefined): boolean =>
    below !== undefined && (below === id || isAbove(id, parents.get(below)));
  const hang = (child: string, parent: string) => {
    if (!isAbove(child, parent)) parents.set(child, parent);
  };
  for (const { id, answered, references } of mails) {
    const chain = references.length > 0 ? references : answered.slice(0, 1);
    for (const [i, below] of chain.entries()) {
      const above = chain[i - 1];
      if (above !== undefined && !parents.has(below)) hang(below, above);
    }
    const last = chain.at(-1);
    if (last !== undefined) hang(id, last);
  }
  return mails.map(({ id }) => topOf(id));
}
