import { chooseRounds, fuzzSeed } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeWeakRun, runCases, times } from './permissions/run-cases.js'
import { memoryStore } from './permissions/stores.js'
import { openWorld, type World } from './permissions/world.js'

const CASES = chooseRounds(40, 3_500 * times)

describe('what a role may not read, in memory', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld([memoryStore(), memoryStore()])
  })
  afterAll(() => world.close())

  it(`is told by no answer to ${CASES} roles from seed ${fuzzSeed}`, async () => {
    expect(describeWeakRun(await runCases(world, CASES), CASES)).toBeUndefined()
  }, 900_000)
})
