const MONTHS = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];

/**
 * The date of a postmark in two lines, `21 XI` and `2026`, in the visitor's time zone: the month in Roman numerals, as
 * European post offices wrote it, is the same in every language.
 * @param time ISO 8601
 */
export function postmarkDate(time: string): string {
  const date = new Date(time);
  return `${date.getDate()} ${MONTHS[date.getMonth()]}\n${date.getFullYear()}`;
}
