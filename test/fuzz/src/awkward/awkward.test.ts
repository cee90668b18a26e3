import { createRandom } from '@service/datasource-toolkit/testing'
import { fuzzSeed } from '@service/test-support'
import { afterAll, beforeAll, describe, inject, it } from 'vitest'
import { awkwardTables, longTables } from './awkward-tables.js'
import { openClient } from './client.js'
import { examineTable } from './examine-tables.js'
import { collectProblems } from './problems.js'
import { compareRelations, examineRelations, followRelations } from './property-relations.js'
import { relatedTables } from './relation-tables.js'
import { mariadbStore, pgliteStore, postgresStore, type Store, sqliteStore } from './stores.js'

const postgresUrl = inject('postgresUrl')
const mariadbUrl = inject('mariadbUrl')
const stores: readonly (readonly [string, (() => Store | Promise<Store>) | undefined])[] = [
  ['PGlite', pgliteStore],
  ['PostgreSQL', postgresUrl ? () => postgresStore(postgresUrl) : undefined],
  ['MariaDB', mariadbUrl ? () => mariadbStore(mariadbUrl) : undefined],
  ['SQLite', sqliteStore],
]

describe.each(stores)('an awkward schema on %s', (database, start) => {
  let store: Store
  beforeAll(async () => {
    if (start) store = await start()
  })
  afterAll(() => store?.stop())

  it.skipIf(!start)(
    `from seed ${fuzzSeed}: each value shown is found, saved back unchanged, and listed once`,
    async () => {
      const random = createRandom(fuzzSeed)
      const tables = [...awkwardTables(random, store.flavour), ...longTables(random, store.flavour)]
      const statements = tables.flatMap(({ ddl, inserts }) => [...ddl, ...inserts])
      await runAll(store, [...store.flavour.setup, ...statements])
      const problems = collectProblems(`${database}, seed ${fuzzSeed}`)
      let report = problems.about('start', [])
      const client = await openClient(store.source(), failure => report('status 5xx', failure))
      try {
        for (const table of tables) {
          const subject = `table ${JSON.stringify(table.name)}, key: ${table.plan.label}`
          report = problems.about(subject, table.ddl)
          await examineTable(random, store, client, table, report)
        }
      } finally {
        await client.close()
      }
      problems.throwIfAny()
    },
    600_000,
  )

  it.skipIf(!start)(
    `from seed ${fuzzSeed}: relations follow foreign keys, whatever constraints are called`,
    async () => {
      await store.empty()
      const related = relatedTables(createRandom(fuzzSeed), store.flavour)
      const statements = related.statements('forwards')
      await runAll(store, [...store.flavour.setup, ...statements])
      const problems = collectProblems(`${database}, seed ${fuzzSeed}`)
      const report = problems.about('relations', statements)
      const found = await follow()
      await examineRelations(store, related, found, report)
      await store.empty()
      await runAll(store, [...store.flavour.setup, ...related.statements('backwards')])
      compareRelations(found, await follow(), report)
      problems.throwIfAny()

      async function follow() {
        const client = await openClient(store.source(), failure => report('status 5xx', failure))
        try {
          return await followRelations(client, related, report)
        } finally {
          await client.close()
        }
      }
    },
    600_000,
  )
})

async function runAll(store: Store, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    await store.run(statement).catch(cause => {
      throw new Error(`${cause.message}\n${statement.slice(0, 2_000)}`, { cause })
    })
  }
}
