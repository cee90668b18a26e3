/** The suite as an application outside this repository would run it: against what is built. */
export default {
  root: import.meta.dirname,
  test: { include: ['*.test.js'], testTimeout: 60_000 },
}
