import { Envelope, TITLE } from '../parts/envelope.tsx';
import { Icon } from '../parts/icon.tsx';
import { PRIVACY } from '#languages/en/privacy.ts';

/**
 * The page about stored data and its lifetime. The build renders it; it has no script.
 * @param api origin of the database, if it is not the page's own
 */
export function PrivacyPage({ api }: { api: string | undefined }) {
  const { title, short, parts, others } = PRIVACY;
  const sentences =
    api === undefined ? others.sentences : [...others.sentences, others.elsewhere(api)];
  return (
    <main className="mx-auto w-full max-w-[35rem]">
      <Envelope sealed flap={false} title={<h2 className={TITLE}>{title}</h2>}>
        <p className="mt-2 text-ink-2">{short}</p>
      </Envelope>
      <section className="slip paper">
        {parts.map(([subject, what, howLong]) => (
          <div key={subject} className="mb-5 border-b border-dashed border-line pb-5">
            <h3 className="text-strong font-semibold">{subject}</h3>
            <p className="mt-1 text-ink-2">{what}</p>
            <p className="mt-2 text-note font-medium">{howLong}</p>
          </div>
        ))}
        <h3 className="text-strong font-semibold">{others.title}</h3>
        {sentences.map((sentence, index) => (
          <p key={sentence} className={`${index === 0 ? 'mt-1' : 'mt-2'} text-ink-2`}>
            {sentence}
          </p>
        ))}
      </section>
      <p className="px-5 pt-4 desk:px-9">
        <a href="../" className="link gap-2">
          <Icon name="chevron" className="-ms-1" />
          {PRIVACY.back}
        </a>
      </p>
    </main>
  );
}
