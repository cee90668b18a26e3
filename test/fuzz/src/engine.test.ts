import { compareWorlds, inMemory } from '@service/engine/testing'
import { chooseRounds, fuzzSeed, isLongRun } from '@service/test-support'
import { afterAll, beforeAll, describe, inject, it } from 'vitest'
import { postgres, type SourceKind, sqlite } from './differential-sources.js'
import { openIn } from './engine-sources.js'

const readsPerWorld = 16
const writesPerWorld = 4
const cases = (worlds: number) => worlds * (readsPerWorld + writesPerWorld)

describe('customized models in memory', () => {
  const worlds = chooseRounds(5, 250)

  // The package's own differential.test.ts begins with the same cases.
  it.runIf(isLongRun)(
    `answer as the record-by-record evaluator does: ${cases(worlds)} cases from seed ${fuzzSeed}`,
    () => compareWorlds({ firstSeed: fuzzSeed, worlds, readsPerWorld, writesPerWorld }),
    600_000,
  )
})

const postgresUrl = inject('postgresUrl')
const databases: readonly (readonly [
  string,
  (() => SourceKind | Promise<SourceKind>) | undefined,
  number,
])[] = [
  ['SQLite', sqlite, chooseRounds(2, 30)],
  ['PostgreSQL', postgresUrl ? () => postgres(postgresUrl) : undefined, chooseRounds(2, 15)],
]

describe.each(databases)('customized models over %s', (name, start, worlds) => {
  let kinds: SourceKind[] = []
  beforeAll(async () => {
    if (start) kinds = [await start()]
  })
  afterAll(async () => {
    for (const kind of kinds) await kind.stop()
  })

  const compare = (isFirst: boolean) => {
    const database = openIn(kinds[0]!)
    const stores = isFirst ? ([database, inMemory] as const) : ([inMemory, database] as const)
    return compareWorlds({
      firstSeed: fuzzSeed,
      worlds,
      readsPerWorld,
      writesPerWorld,
      openedTables: stores,
    })
  }

  it.skipIf(!start)(
    `and memory: ${cases(worlds)} cases from seed ${fuzzSeed}`,
    () => compare(true),
    600_000,
  )
  it.skipIf(!start || (!isLongRun && name === 'PostgreSQL'))(
    `behind memory: ${cases(worlds)} cases from seed ${fuzzSeed}`,
    () => compare(false),
    600_000,
  )
})
