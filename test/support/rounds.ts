/** How often a random test is repeated: few times before a merge, and TEST_ROUNDS times as often in .ci/night. */
export const rounds = (few: number): number => few * Number(process.env.TEST_ROUNDS ?? 1);
