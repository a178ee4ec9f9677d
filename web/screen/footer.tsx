import type { PageConfig } from '#rules/page.ts';
import { SPOKEN, TEXTS } from '#languages/en/form.ts';

export function Footer({ madeIn }: { madeIn: PageConfig['madeIn'] }) {
  return (
    <footer className="mx-auto w-full max-w-[35rem] px-5 pt-6 text-fine text-ink-2 desk:px-9">
      <a
        href={madeIn.href}
        target="_blank"
        rel="noopener noreferrer"
        title={SPOKEN.newTab}
        className="inline-block py-3 no-underline hover:text-ink"
      >
        <span suppressHydrationWarning>{TEXTS.madeIn}</span>{' '}
        <span translate="no" className="underline">
          {madeIn.name}
        </span>
      </a>
    </footer>
  );
}
