import type { Random } from '@service/datasource-toolkit/testing'
import { type Client, readCapabilities } from './client.js'
import type { Report } from './examination.js'
import type { AwkwardTable } from './model.js'
import { examineFilters } from './property-filters.js'
import { examineList, examineWholeExport } from './property-list.js'
import { examineOrders } from './property-orders.js'
import { examineGets } from './property-records.js'
import { examineWrites } from './property-writes.js'
import type { Store } from './store.js'

/** Checks every property of one table. */
export async function examineTable(
  random: Random,
  store: Store,
  client: Client,
  table: AwkwardTable,
  report: Report,
): Promise<void> {
  const collection = client.schema.find(({ name }) => name === table.name)
  if (!collection) {
    if (!table.plan.mayBeLeftOut) report('schema', 'the table is no collection')
    return
  }
  const storedRows = await store.readStoredRows(table)
  const shown = await examineList(client, table, storedRows, report)
  // What the list lacks, all else lacks too.
  if (shown.length !== storedRows.size) return
  const capabilities = await readCapabilities(client, table.name)
  const examination = {
    random,
    store,
    client,
    table,
    collection,
    capabilities,
    storedRows,
    shown,
    report,
  }
  await examineWholeExport(examination)
  await examineOrders(examination)
  if (table.size > 100) return
  await examineFilters(examination)
  await examineGets(examination)
  await examineWrites(examination)
}
