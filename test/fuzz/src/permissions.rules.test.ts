import { chooseRounds, fuzzSeed } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { times } from './permissions/run-cases.js'
import { type Met, runRules } from './permissions/run-rules.js'
import { memoryStore } from './permissions/stores.js'
import { openWorld, type World } from './permissions/world.js'

const CASES = chooseRounds(50, 500 * times)

/** Each is met often enough for the test to tell something. */
const expected = [
  'runs',
  'waits',
  'refused',
  'unreadable',
  'missing',
  'created',
  '200',
  '403',
  '404',
]

describe('what a role may do', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld([memoryStore(true), memoryStore(true)])
  })
  afterAll(() => world.close())

  it(`is all that ${CASES} roles do from seed ${fuzzSeed}: run actions as conditions say, and write as rights say`, async () => {
    const met: Met = new Map()
    for (let index = 0; index < CASES; index += 1) {
      expect(await runRules(world, fuzzSeed * 1_000_003 + index, met)).toBeUndefined()
    }
    // The rarest, records created, is met once in fifty cases on average.
    expect(expected.filter(what => (met.get(what) ?? 0) < CASES / 200)).toEqual([])
  }, 900_000)
})
