/**
 * Chooses the form of a word by a number, as the grammar of a language does (CLDR plural rules).
 * @returns a function of a number and the forms, one for each category of the language; a missing one is the text
 *   'undefined', which the tests of the texts reject
 */
export function plural(language: string) {
  const rules = new Intl.PluralRules(language);
  return (count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>>): string =>
    String(forms[rules.select(count)]);
}
