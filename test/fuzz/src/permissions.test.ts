import { fuzzSeed } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Leak, runCase } from './permissions/compare.js'
import { kinds } from './permissions/requests.js'
import { memoryStore, sqliteStore } from './permissions/stores.js'
import { openWorld, type World } from './permissions/world.js'

/** The suite of every day has one seed; others are for looking further. */
const times = process.env.FUZZ_SEED === undefined ? 1 : 4
const MEMORY_CASES = 4_500 * times
const SQLITE_CASES = 500 * times
/** Cases within which a leak must show. */
const LEAK_CASES = 300

/** Runs cases until one tells the databases apart; answers how often each status was met. */
async function runCases(world: World, count: number): Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>()
  for (let index = 0; index < count; index += 1) {
    const outcome = await runCase(world, fuzzSeed * 1_000_003 + index)
    expect(outcome.difference).toBeUndefined()
    for (const status of outcome.statuses) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  return statuses
}

/** Requests that are all refused would prove little, and one that fails, nothing. */
function expectAnswers(statuses: ReadonlyMap<number, number>, least: number): void {
  expect([...statuses.keys()].sort()).toEqual([200, 204, 400, 403, 404])
  for (const count of statuses.values()) expect(count).toBeGreaterThan(least)
}

describe('what a role may not read, in memory', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld([memoryStore(), memoryStore()])
  })
  afterAll(() => world.close())

  it(`is told by no answer to ${MEMORY_CASES} roles from seed ${fuzzSeed}`, async () => {
    expectAnswers(await runCases(world, MEMORY_CASES), MEMORY_CASES / 50)
  }, 900_000)

  // Whoever counts without a filter learns of no field; nor does whoever makes a mistake.
  const fieldless: readonly string[] = ['count', 'error']
  const leaks: readonly Leak[] = kinds.flatMap(kind => [
    ...(fieldless.includes(kind) ? [] : [{ kind, as: 'allFields' } as const]),
    { kind, as: 'allRows' },
    { kind, as: 'allCollections' },
  ])

  it.each(leaks)(
    'is told by a gateway that answers $kind as for $as',
    async leak => {
      let told: string | undefined
      for (let index = 0; index < LEAK_CASES && told === undefined; index += 1) {
        told = (await runCase(world, index, leak)).difference
      }
      expect(told).toContain(`${leak.kind} `)
    },
    120_000,
  )
})

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

  it(`is told by no answer to ${SQLITE_CASES} roles from seed ${fuzzSeed}`, async () => {
    expectAnswers(await runCases(world, SQLITE_CASES), SQLITE_CASES / 50)
  }, 900_000)
})
