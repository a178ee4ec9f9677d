import type { PageConfig } from '#rules/page.ts';
import { TEXTS } from '../texts.ts';

export function Footer({ madeIn }: { madeIn: PageConfig['madeIn'] }) {
  return (
    <footer className="mx-auto w-full max-w-[35rem] px-5 pt-6 text-fine text-ink-2 desk:px-9">
      {TEXTS.madeIn}{' '}
      <a
        href={madeIn.href}
        rel="noreferrer"
        className="inline-block min-w-11 py-3 underline underline-offset-4 hover:text-ink"
      >
        {madeIn.name}
      </a>
    </footer>
  );
}
