import { FIRST_LOOK } from '#languages/en/form.ts';

/** The slip under the empty envelope: the service's purpose, and the way of mail. Only the build renders it. */
export function FirstLook() {
  const { what, how, facts, kept } = FIRST_LOOK;
  return (
    <>
      <p className="text-strong font-semibold">{what}</p>
      <p className="mt-1 text-ink-2">{how}</p>
      <dl className="facts mt-3 border-t border-dashed border-line pt-3 text-note">
        {facts.map(([subject, sentence]) => (
          <div key={subject}>
            <dt>{subject}</dt> <dd>{sentence}</dd>
          </div>
        ))}
      </dl>
      <a href="./privacy/" className="link mt-1">
        {kept}
      </a>
    </>
  );
}
