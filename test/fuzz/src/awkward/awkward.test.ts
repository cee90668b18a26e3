import { chooseRounds, fuzzSeed, isLongRun } from '@service/test-support'
import { afterAll, beforeAll, describe, inject, it } from 'vitest'
import { examineRelatedTables, examineTables } from './examine.js'
import { mongoStore } from './mongo-store.js'
import {
  mariadbStore,
  pgliteStore,
  postgresStore,
  type SqlStore,
  sqliteStore,
} from './sql-stores.js'

const postgresUrl = inject('postgresUrl')
const mariadbUrl = inject('mariadbUrl')
const mongoUrl = inject('mongoUrl')
/** PGlite has the dialect of PostgreSQL: where that is installed, only the long rounds examine both. */
const pgliteRounds = postgresUrl ? chooseRounds(0, 1) : 1
const stores: readonly (readonly [string, (() => SqlStore | Promise<SqlStore>) | undefined])[] = [
  ...(pgliteRounds > 0 ? [['PGlite', pgliteStore] as const] : []),
  ['PostgreSQL', postgresUrl ? () => postgresStore(postgresUrl) : undefined],
  ['MariaDB', mariadbUrl ? () => mariadbStore(mariadbUrl) : undefined],
  ['SQLite', sqliteStore],
]

describe.each(stores)(`an awkward schema on %s, from seed ${fuzzSeed}`, (database, start) => {
  let store: SqlStore
  beforeAll(async () => {
    if (start) store = await start()
  })
  afterAll(() => store?.stop())

  it.skipIf(!start)(
    'each value shown is found, saved back unchanged, and listed once in every order',
    () => examineTables(database, store, fuzzSeed),
    600_000,
  )

  it.skipIf(!start)(
    'relations follow foreign keys, whatever their constraints are called',
    // Names come from the facts of a catalogue, whichever database has it: one tells in `npm test`.
    () => examineRelatedTables(database, store, fuzzSeed, isLongRun || database === 'SQLite'),
    600_000,
  )
})

describe(`awkward documents in MongoDB, from seed ${fuzzSeed}`, () => {
  it.skipIf(!mongoUrl)(
    'each value shown is found, saved back unchanged, and listed once in every order',
    async () => {
      const store = await mongoStore(mongoUrl!)
      try {
        await examineTables('MongoDB', store, fuzzSeed)
      } finally {
        await store.stop()
      }
    },
    600_000,
  )
})
