import { chooseRounds, fuzzSeed } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeWeakRun, runCases, times } from './permissions/run-cases.js'
import { sqliteStore } from './permissions/stores.js'
import { openWorld, type World } from './permissions/world.js'

const CASES = chooseRounds(25, 500 * times)

describe('what a role may not read, in SQLite and memory', () => {
  const stores = [sqliteStore(), sqliteStore()] as const
  let world: World
  beforeAll(async () => {
    world = await openWorld(stores)
  })
  afterAll(async () => {
    await world.close()
    for (const store of stores) store.remove()
  })

  it(`is told by no answer to ${CASES} roles from seed ${fuzzSeed}`, async () => {
    expect(describeWeakRun(await runCases(world, CASES), CASES)).toBeUndefined()
  }, 900_000)
})
