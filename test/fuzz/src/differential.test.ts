import type { DataSource } from '@service/datasource-toolkit'
import {
  type RandomQuery,
  randomQuery,
  randomRows,
  randomSchema,
  type TestTable,
} from '@service/datasource-toolkit/testing'
import { chooseRounds, fuzzSeed } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { describeCase, findDifference, shrinkQuery, shrinkRows } from './differential-case.js'
import { type SourceKind, usingSource } from './differential-sources.js'
import { listSourceStarters } from './source-starters.js'

const schemas = chooseRounds(2, 28)
const queriesPerSchema = 40

const starters = listSourceStarters({
  postgresUrl: inject('postgresUrl'),
  mariadbUrl: inject('mariadbUrl'),
  mongoUrl: inject('mongoUrl'),
})

describe.each(starters)('%s answers random queries as the oracle does', (_name, start) => {
  let kind: SourceKind
  beforeAll(async () => {
    if (start) kind = await start()
  })
  afterAll(() => kind?.stop())

  it.skipIf(!start)(
    `${schemas * queriesPerSchema} cases from seed ${fuzzSeed}`,
    async () => {
      for (let seed = fuzzSeed; seed < fuzzSeed + schemas; seed++) {
        await compareWithReference(kind, seed)
      }
    },
    300_000,
  )
})

async function compareWithReference(kind: SourceKind, seed: number): Promise<void> {
  const tables = randomRows(seed, randomSchema(seed, kind.without))
  const query = await usingSource(kind, tables, source => findFailure(source, tables, seed))
  if (!query) return
  const fewer = await shrinkRows(kind, tables, query)
  const difference = await usingSource(kind, fewer, source => findDifference(source, fewer, query))
  const found = difference ?? { expected: 'the same answer twice', actual: 'another one' }
  expect.fail(
    `${kind.name} differs from the oracle. Replay with FUZZ_SEED=${seed}.\n${describeCase(fewer, query, found)}`,
  )
}

/** The first query that is answered wrongly, made as small as it can be. */
async function findFailure(
  source: DataSource,
  tables: readonly TestTable[],
  seed: number,
): Promise<RandomQuery | undefined> {
  for (let number = 0; number < queriesPerSchema; number++) {
    const query = randomQuery(seed * 1000 + number, tables)
    if (await findDifference(source, tables, query)) return shrinkQuery(source, tables, query)
  }
  return undefined
}
