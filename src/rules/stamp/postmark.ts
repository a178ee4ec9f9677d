/** The postmark across the stamp, on the screen and in the try-out mailbox. */

/** The waves of the postmark run below the mark and end before the value, so that both stay readable. */
export const POSTMARK_WAVES =
  'M57 62q6-5 12-1t12-1 12-1 12-1M55 68q6-5 12-1t12-1 12-1 14-1M53 74q6-5 12-1t12-1 12-1 16-1';

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
