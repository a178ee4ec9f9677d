/** The names of failed tests, from what a test runner prints. */

/** node:test's reporter `spec` lists them last: `test at FILE:LINE:COLUMN`, then the name and its time. */
const NODE = /^test at (\S+:\d+):\d+\n✖ ([^]*?) \([\d.]+ms\)/gm;
/** Playwright's reporter `line` does so after their number, each with a rule up to the margin. */
const PLAYWRIGHT = /^ {4}(\S+:\d+):\d+ › (.*?)(?: ─*)?$/gm;

/** @returns for each the file with its line, and the name; empty if the program was not a test runner */
export function failedTests(output: string): string[] {
  const after = (title: RegExp) => output.slice(title.exec(output)?.index ?? output.length);
  const found = [
    ...after(/^✖ failing tests:$/m).matchAll(NODE),
    ...after(/^ {2}\d+ (?:failed|interrupted)$/m).matchAll(PLAYWRIGHT),
  ];
  return found.map(([, place = '', name = '']) => `${place} ${name.replaceAll(/\s+/g, ' ')}`);
}
