/**
 * `npm run supabase:letters -- FOLDER`: the templates of a Supabase project's emails, each in all languages (docs/supabase.md).
 * They contain only those placeholders that Supabase has values for.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, refuse } from './shared/command-line.ts';
import { directionOf, LANGUAGES } from '#languages/languages.ts';
import { type LetterTexts, letterTexts } from '#languages/letter-texts.ts';

const USAGE = `Usage: npm run supabase:letters -- FOLDER

Writes the templates of a Supabase project's emails to FOLDER (docs/supabase.md).`;

const SITE = '{{ .SiteURL }}';
const CODE = '{{ .Token }}';

type Written = (texts: LetterTexts, page: string) => { subject: string; paragraphs: string[] };

const withLink =
  (kind: 'signup' | 'magiclink'): Written =>
  ({ ASKED, CONFIRM, LETTER }, page) => ({
    subject: ASKED[kind].subject(SITE),
    paragraphs: [
      // People sign up there only for an alias.
      kind === 'signup' ? CONFIRM.asked(SITE) : ASKED[kind].asked(SITE),
      LETTER.code(CODE),
      // After the #, so that a program that opens links does not use it up.
      `${LETTER.open} <a href="${page}#confirm={{ .TokenHash }}">${page}</a>`,
      LETTER.ignore,
    ],
  });

/** By the names of Supabase's own files. */
const LETTERS: Record<string, Written> = {
  confirmation: withLink('signup'),
  magic_link: withLink('magiclink'),
  // Without a link: a click would approve a stranger's change.
  email_change: ({ ASKED, NEW_ADDRESS }) => ({
    subject: ASKED.email_change_current.subject(SITE),
    paragraphs: [
      '{{ .Email }} &#8594; {{ .NewEmail }}',
      NEW_ADDRESS.code(CODE),
      NEW_ADDRESS.typeIt,
    ],
  }),
};

/** One of the texts, by the language of the user. A missing value, or one that is not a text, means English, and the email is still sent. */
function inEach(textIn: (language: string) => string): string {
  const branches = Object.keys(LANGUAGES).map(
    (language) => `if eq $l "${language}" }}${textIn(language)}{{ else `,
  );
  return `{{ $l := printf "%v" .Data.language }}{{ ${branches.join('')}}}${textIn('en')}{{ end }}`;
}

/** The templates, by file name. */
export function supabaseLetters(): Record<string, string> {
  const files = Object.entries(LETTERS).flatMap(([name, write]) => {
    const written = (language: string) =>
      write(letterTexts(language), language === 'en' ? `${SITE}/` : `${SITE}/${language}/`);
    const body = (language: string) => {
      const paragraphs = written(language).paragraphs.map((text) => `<p>${text}</p>\n`);
      return `\n<div lang="${language}" dir="${directionOf(language)}">\n${paragraphs.join('')}</div>\n`;
    };
    return [
      [`${name}.subject.txt`, inEach((language) => written(language).subject)],
      [`${name}.html`, inEach(body)],
    ];
  });
  return Object.fromEntries(files);
}

if (import.meta.main) {
  const { positionals } = commandLine(USAGE, { allowPositionals: true });
  const [folder = refuse('Name a folder for the templates')] = positionals;
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(supabaseLetters())) {
    writeFileSync(join(folder, name), text);
  }
}
