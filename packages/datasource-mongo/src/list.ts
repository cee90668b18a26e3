import type { Call, Row, Scan } from '@service/datasource-toolkit'
import type { MongoSource } from './collection.js'
import { compileList } from './compile/compile-list.js'
import { aggregateDocuments } from './run.js'

/** Reads the rows of a scan with one pipeline. */
export async function list(source: MongoSource, scan: Scan, call: Call): Promise<Row[]> {
  if (scan.page?.limit === 0) return []
  const { collection, pipeline, decode } = compileList(source, scan)
  const documents = await aggregateDocuments(source, collection, pipeline, call)
  return documents.map(decode)
}
