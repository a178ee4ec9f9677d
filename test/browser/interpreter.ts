/** Says the English texts of a test in another language, so that every state of the screen is reached in it too. */

import type { Locator, Page } from '@playwright/test';
import { isTree, TEXT_FILES, textsIn } from '../../scripts/build/complete.ts';

type Say = (text: string) => string;

/** A text, or a function of values, in both languages. */
type Pair = { english: unknown; other: unknown };

/** The pattern for a value in a text of a function. */
const MARKS = ['7001', '7002', '7003'];

/** The value that patterns of tests name. */
const NAMED = 'bob';

/**
 * @param language folder of the language
 * @param read its texts of a file
 * @throws Error if the language lacks the text
 */
export async function interpreter(
  language: string,
  read = (file: string) => textsIn(language, file),
): Promise<(text: string | RegExp) => string | RegExp> {
  const pairs: Pair[] = [];
  for (const file of TEXT_FILES) {
    collect(await textsIn('en', file), await read(file), pairs);
  }
  const translated: Say = (text) => {
    const found = said(pairs, text) ?? inParts(pairs, text);
    if (found === undefined) throw new Error(`${language} has no text for "${text}"`);
    return found;
  };
  return (text) => (typeof text === 'string' ? translated(text) : patternOf(pairs, text));
}

/** The page, whose locators take English texts. */
export function speaking(
  page: Page,
  language: string,
  say: (text: string | RegExp) => string | RegExp,
): Page {
  return withOwn(page, {
    goto: (path: string) =>
      page.goto(path.startsWith('/') ? path.replace('/', `/${language}/`) : path),
    getByLabel: (text: string, options?: object) => page.getByLabel(say(text), options),
    getByText: (text: string | RegExp, options?: object) => page.getByText(say(text), options),
    getByRole: (role: Parameters<Page['getByRole']>[0], options: { name?: string } = {}): Locator =>
      page.getByRole(role, { ...options, ...(options.name && { name: say(options.name) }) }),
  });
}

/** The page with some members of its own. */
export const withOwn = (page: Page, own: Partial<Record<keyof Page, unknown>>): Page =>
  new Proxy(page, {
    get: (target, name: keyof Page) => {
      const value: unknown = own[name] ?? target[name];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

function collect(english: unknown, other: unknown, pairs: Pair[]): void {
  if (typeof english === 'string' || typeof english === 'function') pairs.push({ english, other });
  else if (typeof english === 'object' && english !== null) {
    for (const [key, value] of Object.entries(english)) {
      collect(value, isTree(other) ? other[key] : undefined, pairs);
    }
  }
}

function said(pairs: readonly Pair[], text: string): string | undefined {
  // Names and codes are the same in every language.
  if (/^(?:[@\w.-]*\d[@\w.-]*|[\w-]+(?:\.[\w-]+)+)$/.test(text)) return text;
  for (const { english, other } of pairs) {
    if (english === text) return String(other);
    if (typeof english !== 'function' || typeof other !== 'function') continue;
    const form = String(english(...MARKS));
    const values = new RegExp(`^${escaped(form).replace(/7001|7002/g, String.raw`(\S+)`)}$`).exec(
      text,
    );
    if (form.includes('7001') && values) {
      return String(
        other(...values.slice(1).map((value) => (/^\d+$/.test(value) ? Number(value) : value))),
      );
    }
  }
  return undefined;
}

/** The name of a control of two texts: `Second factor off`. */
function inParts(pairs: readonly Pair[], text: string): string | undefined {
  for (const { index } of text.matchAll(/ /g)) {
    const first = said(pairs, text.slice(0, index));
    const rest =
      first && (said(pairs, text.slice(index + 1)) ?? inParts(pairs, text.slice(index + 1)));
    if (rest) return `${first} ${rest}`;
  }
  return undefined;
}

/** Matches the translation of each text that the pattern matches, whatever its values. */
function patternOf(pairs: readonly Pair[], pattern: RegExp): RegExp {
  const forms = pairs.flatMap(({ english, other }) => {
    const [form, own] = [english, other].map((text) =>
      typeof text === 'function' ? whole(text(...MARKS)) : String(text),
    );
    const named = form?.replaceAll(/7001|7002/g, NAMED);
    return named !== undefined && own && (pattern.test(form ?? '') || pattern.test(named))
      ? [own]
      : [];
  });
  if (forms.length === 0) throw new Error(`no text for ${pattern}`);
  return new RegExp(
    forms.map((form) => escaped(form.trim()).replaceAll(/7001|7002|7003/g, '.*')).join('|'),
  );
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A sentence in parts, around a link, is one on the screen. */
const whole = (text: unknown) => (Array.isArray(text) ? text.join('') : String(text));
