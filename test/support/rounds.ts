/** How often a test by chance is repeated: seldom before a landing, and TEST_ROUNDS times as often in .ci/night. */
export const rounds = (few: number): number => few * Number(process.env.TEST_ROUNDS ?? 1);
