import { setImmediate as endOfTick } from 'node:timers/promises'
import type { FieldPath, Row } from '@service/datasource-toolkit'
import { shape } from '../execute/steps/shape.js'
import { iterate } from '../iterate.js'
import { list } from '../list.js'
import type { CollectionModel, EngineCall } from '../model/model.js'
import { shapeFor } from '../plan/build-shape.js'
import type { Filter } from '../query.js'

/** Reads the selected records of an action. */
export interface SelectionReader {
  /** Calls made in the same tick share one query; each gets only its own fields. */
  records(fields: readonly FieldPath[]): Promise<Row[]>
  /** Yields batches, which are read as they are consumed. */
  batches(fields: readonly FieldPath[]): AsyncIterable<Row[]>
  keys(): Promise<unknown[][]>
}

interface Batch {
  readonly fields: Set<FieldPath>
  readonly rows: Promise<Row[]>
}

export function readSelection(
  collection: CollectionModel,
  filter: Filter,
  call: EngineCall,
): SelectionReader {
  const primaryKey = collection.primaryKey.map(({ name }) => name)
  let pending: Batch | undefined

  const startBatch = (): Batch => {
    const fields = new Set(primaryKey)
    const rows = endOfTick().then(() => {
      pending = undefined
      return list({ collection, filter, sort: [], projection: [...fields] }, call)
    })
    return { fields, rows }
  }

  const batches = (fields: readonly FieldPath[]) =>
    iterate({ collection, filter, sort: [], projection: fields }, call)

  return {
    batches,
    async records(fields) {
      // Checks the names first, so that a wrong one does not fail the calls it would be merged
      // with.
      for (const field of fields) collection.path(field)
      pending ??= startBatch()
      const { rows, fields: merged } = pending
      for (const field of fields) merged.add(field)
      return shape(await rows, { shape: shapeFor(fields) })
    },
    async keys() {
      const keys: unknown[][] = []
      for await (const rows of batches(primaryKey)) {
        for (const row of rows) keys.push(primaryKey.map(name => row[name]))
      }
      return keys
    },
  }
}
