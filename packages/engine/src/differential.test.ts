import { describe, it } from 'vitest'
import { compareWorlds } from './testing/compare-worlds.js'

const given = process.env.FUZZ_SEED
const firstSeed = given === 'random' ? Math.floor(Math.random() * 1e9) : Number(given ?? 1)
const worlds = given === undefined || given === 'random' ? 100 : 1
const readsPerWorld = 16
const writesPerWorld = 4
const cases = worlds * (readsPerWorld + writesPerWorld)

describe('a customized model', () => {
  it(
    `answers as the record-by-record evaluator does (${cases} cases from seed ${firstSeed})`,
    () => compareWorlds({ firstSeed, worlds, readsPerWorld, writesPerWorld }),
    300_000,
  )

  it(
    `answers the same when keys of other sources are too many to look up (${cases / 2} cases)`,
    () =>
      compareWorlds({
        firstSeed: firstSeed + worlds,
        worlds: Math.ceil(worlds / 2),
        readsPerWorld,
        writesPerWorld,
        options: { maxKeysInFilter: 0 },
      }),
    300_000,
  )
})
