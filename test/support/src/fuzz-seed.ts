/** `FUZZ_SEED`: a number replays what was printed with it, `random` draws, absent is always 1. */
const wish = process.env.FUZZ_SEED ?? '1'

export const fuzzSeed: number = wish === 'random' ? Math.floor(Math.random() * 1e9) : Number(wish)

if (!Number.isInteger(fuzzSeed)) {
  throw new Error(`FUZZ_SEED must be a whole number or 'random', not '${wish}'.`)
}
