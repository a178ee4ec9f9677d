/** The findings of the doctor, and their lines. */

export type Finding = {
  /** `wrong`: mail or visitors are affected. `warning`: they may be, or the examination had no result. */
  level: 'ok' | 'warning' | 'wrong';
  /** The subject, in a few words. */
  subject: string;
  /** The finding. */
  text: string;
  /** What to do about it. */
  fix?: string;
};

/** One line, and a second one with the fix if there is one. */
export function findingLines({ level, subject, text, fix }: Finding): string {
  const line = `${level.padEnd(8)} ${subject}: ${text}\n`;
  return fix === undefined ? line : `${line}${' '.repeat(9)}${fix}\n`;
}

/** @param about the subject of all findings of one examination */
export const findings = (about: string) => ({
  ok: (text: string): Finding => ({ level: 'ok', subject: about, text }),
  warning: (text: string, fix?: string): Finding => ({
    level: 'warning',
    subject: about,
    text,
    ...(fix !== undefined && { fix }),
  }),
  wrong: (text: string, fix: string): Finding => ({ level: 'wrong', subject: about, text, fix }),
});
