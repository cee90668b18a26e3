import { describe, it } from 'vitest'
import { compareWorlds } from './testing/compare-worlds.js'

const given = process.env.FUZZ_SEED
const firstSeed = given === 'random' ? Math.floor(Math.random() * 1e9) : Number(given ?? 1)
const worlds = given === undefined || given === 'random' ? 100 : 1
const readsPerWorld = 20

describe('a customized model', () => {
  it(
    `answers as the record-by-record evaluator does (${worlds * readsPerWorld} cases from seed ${firstSeed})`,
    () => compareWorlds({ firstSeed, worlds, readsPerWorld }),
    300_000,
  )
})
