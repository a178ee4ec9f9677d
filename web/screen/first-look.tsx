import { FIRST_LOOK } from '#languages/en/form.ts';

/** The slip under the empty envelope: what happens to mail. Only the build renders it. */
export function FirstLook() {
  const { facts, kept } = FIRST_LOOK;
  return (
    <>
      <dl className="facts">
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
