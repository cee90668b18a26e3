import { createRandom } from '@service/datasource-toolkit/testing'
import { fuzzSeed } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { awkwardTables, longTables } from './awkward-tables.js'
import { openClient, readSchema } from './client.js'
import { examineTable } from './examine-tables.js'
import { collectProblems } from './problems.js'
import { examineRelations } from './property-relations.js'
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

describe.each(stores)('an awkward schema on %s', (name, start) => {
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
      const problems = collectProblems()
      let report = problems.about('start', [])
      const client = await openClient(store.source(), failure => report('status 5xx', failure))
      try {
        for (const table of tables) {
          const subject = `${name}, seed ${fuzzSeed}, table ${JSON.stringify(table.name)}`
          report = problems.about(`${subject}, key: ${table.plan.label}`, table.ddl)
          await examineTable(random, store, client, table, report)
          if (process.env.AWKWARD_LOG) {
            console.error(new Date().toISOString(), table.plan.label)
            ;(await import('node:fs')).writeFileSync(
              `${process.env.AWKWARD_LOG}.${name}`,
              problems.print(),
            )
          }
        }
      } finally {
        await client.close()
      }
      expect(problems.print()).toBe('')
    },
    600_000,
  )

  it.skipIf(!start)(
    `from seed ${fuzzSeed}: relations follow foreign keys, whatever their constraints are called`,
    async () => {
      await store.empty()
      const random = createRandom(fuzzSeed)
      const related = relatedTables(random, store.flavour)
      const statements = related.statements(random)
      await runAll(store, [...store.flavour.setup, ...statements])
      const problems = collectProblems()
      const report = problems.about(`${name}, seed ${fuzzSeed}`, statements)
      const client = await openClient(store.source(), failure => report('status 5xx', failure))
      try {
        await examineRelations(store, client, related, report)
      } finally {
        await client.close()
      }
      if (process.env.AWKWARD_LOG)
        (await import('node:fs')).writeFileSync(
          `${process.env.AWKWARD_LOG}.relations.${name}`,
          problems.print(),
        )
      expect(problems.print()).toBe('')

      await store.empty()
      await runAll(store, [
        ...store.flavour.setup,
        ...related.statements(createRandom(fuzzSeed + 1)),
      ])
      expect(await readSchema(store.source())).toEqual(client.schema)
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
