import { createRandom } from '@service/datasource-toolkit/testing'
import { isLongRun } from '@service/test-support'
import { awkwardTables, longTables } from './awkward-tables.js'
import { openClient } from './client.js'
import { examineTable } from './examine-table.js'
import { collectProblems } from './problems.js'
import {
  compareRelations,
  examineRelations,
  type FoundRelation,
  followRelations,
} from './property-relations.js'
import { relatedTables } from './relation-tables.js'
import type { SqlStore } from './sql-stores.js'
import type { Store } from './store.js'

/** Checks tables with every type, key and name of a database, one after the other. */
export async function examineTables(database: string, store: Store, seed: number): Promise<void> {
  const random = createRandom(seed)
  const awkward = awkwardTables(random, store.flavour)
  const tables = isLongRun
    ? [...awkward, ...longTables(random, store.flavour)]
    : awkward.filter((_, index) => index % 8 === 0)
  await store.make(tables)
  const problems = collectProblems(`${database}, seed ${seed}`)
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
}

/**
 * Checks where relations lead and, if asked to, that they do so under the same names when the
 * catalogue has another order.
 */
export async function examineRelatedTables(
  database: string,
  store: SqlStore,
  seed: number,
  inEitherOrder: boolean,
): Promise<void> {
  const related = relatedTables(createRandom(seed), store.flavour)
  const statements = related.statements('forwards')
  const problems = collectProblems(`${database}, seed ${seed}`)
  const report = problems.about('relations', statements)
  await store.fill(statements)
  const found = await follow()
  await examineRelations(store, related, found, report)
  if (inEitherOrder) {
    await store.fill(related.statements('backwards'))
    compareRelations(found, await follow(), report)
  }
  problems.throwIfAny()

  async function follow(): Promise<readonly FoundRelation[]> {
    const client = await openClient(store.source(), failure => report('status 5xx', failure))
    try {
      return await followRelations(client, related, report)
    } finally {
      await client.close()
    }
  }
}
