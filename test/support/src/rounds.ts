/**
 * `LONG_ROUNDS=1` asks the random and the crash suites for many rounds, as `.ci/run` does. A seed of
 * one's own looks further, too, and so replays whatever a long run found.
 */
export const isLongRun: boolean =
  process.env.LONG_ROUNDS === '1' || process.env.FUZZ_SEED !== undefined

/** How many rounds a suite runs: few in `npm test`, which people wait for, and many in the long runs. */
export const chooseRounds = (few: number, many: number): number => (isLongRun ? many : few)
