/**
 * Says the English texts of a test in another language, so that every state of the screen is reached in it too. If the
 * language has several texts for one of English, a pattern matches any of them.
 */

import type { Locator, Page } from '@playwright/test';
import { isTree, TEXT_FILES, textsIn } from '../../scripts/build/complete.ts';

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
  const translated = (text: string) => {
    const found = said(pairs, text) ?? inParts(pairs, text);
    if (found === undefined) throw new Error(`${language} has no text for "${text}"`);
    const [one = '', ...more] = new Set(found);
    return more.length === 0 ? one : anyOf([one, ...more]);
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

/** Every translation of a text, at least one; undefined if there is none. */
function said(pairs: readonly Pair[], text: string): string[] | undefined {
  // Names and codes are the same in every language.
  if (/^(?:[@\w.-]*\d[@\w.-]*|[\w-]+(?:\.[\w-]+)+)$/.test(text)) return [text];
  const same = pairs.flatMap(({ english, other }) => (english === text ? [String(other)] : []));
  return same.length > 0 ? same : withValues(pairs, text);
}

function withValues(pairs: readonly Pair[], text: string): string[] | undefined {
  for (const { english, other } of pairs) {
    if (typeof english !== 'function' || typeof other !== 'function') continue;
    const form = String(english(...MARKS));
    const values = new RegExp(`^${escaped(form).replace(/7001|7002/g, String.raw`(\S+)`)}$`).exec(
      text,
    );
    if (form.includes('7001') && values) {
      const given = values.slice(1).map((value) => (/^\d+$/.test(value) ? Number(value) : value));
      return [String(other(...given))];
    }
  }
  return undefined;
}

/** The name of a control of two texts: `Second factor off`. */
function inParts(pairs: readonly Pair[], text: string): string[] | undefined {
  for (const { index } of text.matchAll(/ /g)) {
    const first = said(pairs, text.slice(0, index));
    const rest =
      first && (said(pairs, text.slice(index + 1)) ?? inParts(pairs, text.slice(index + 1)));
    if (rest) return first.flatMap((begin) => rest.map((end) => `${begin} ${end}`));
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

/** Matches one of these texts and nothing else. */
const anyOf = (texts: readonly string[]) => new RegExp(`^(?:${texts.map(escaped).join('|')})$`);

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A sentence in parts, around a link, is one on the screen. */
const whole = (text: unknown) => (Array.isArray(text) ? text.join('') : String(text));
