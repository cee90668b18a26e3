import { isLongRun } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Leak, runCase } from './permissions/compare.js'
import { kinds } from './permissions/requests.js'
import { memoryStore } from './permissions/stores.js'
import { openWorld, type World } from './permissions/world.js'

/** Cases within which a leak must show. */
const CASES = 300

// Whoever counts without a filter learns of no field; nor does whoever makes a mistake.
const fieldless: readonly string[] = ['count', 'error']
/** Whose fields and collections take many cases to show. */
const rare: readonly string[] = ['action', 'error']
const leaks: readonly Leak[] = kinds.flatMap((kind, index) => {
  const ofKind: readonly Leak[] = [
    { kind, as: 'allRows' },
    { kind, as: 'allCollections' },
    ...(fieldless.includes(kind) ? [] : [{ kind, as: 'allFields' } as const]),
  ]
  return isLongRun ? ofKind : [ofKind[rare.includes(kind) ? 0 : index % ofKind.length]!]
})

describe('the test of what a role may not read', () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld([memoryStore(), memoryStore()])
  })
  afterAll(() => world.close())

  it.each(leaks)(
    'notices a gateway that answers $kind as for $as',
    async leak => {
      let told: string | undefined
      for (let index = 0; index < CASES && told === undefined; index += 1) {
        told = (await runCase(world, index, leak)).difference
      }
      expect(told).toContain(`${leak.kind} `)
    },
    120_000,
  )
})
