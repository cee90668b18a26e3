import { chooseRounds, fuzzSeed } from '@service/test-support'
import { describe, it } from 'vitest'
import { compareWorlds } from './testing/compare-worlds.js'

const worlds = chooseRounds(5, 100)
const readsPerWorld = 16
const writesPerWorld = 4
const cases = worlds * (readsPerWorld + writesPerWorld)

describe('a customized model', () => {
  it(
    `answers as the record-by-record evaluator does (${cases} cases from seed ${fuzzSeed})`,
    () => compareWorlds({ firstSeed: fuzzSeed, worlds, readsPerWorld, writesPerWorld }),
    300_000,
  )

  it(
    `answers the same when keys of other sources are too many to look up (${cases / 2} cases)`,
    () =>
      compareWorlds({
        firstSeed: fuzzSeed + worlds,
        worlds: Math.ceil(worlds / 2),
        readsPerWorld,
        writesPerWorld,
        options: { maxKeysInFilter: 0 },
      }),
    300_000,
  )
})
