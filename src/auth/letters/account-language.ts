/** The language of an account's letters: in its `app_metadata`, which only we write. */

import type { User } from '#store/sessions/users.ts';

/** One of our tags; undefined: English. */
export function languageOf({ app }: Pick<User, 'app'>): string | undefined {
  const { language }: { language?: unknown } = JSON.parse(app);
  return typeof language === 'string' ? language : undefined;
}

/** The column with the language. */
export const withLanguage = (app: string, language: string): string =>
  JSON.stringify({ ...JSON.parse(app), language });
