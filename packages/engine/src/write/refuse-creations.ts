import type { Row } from '@service/datasource-toolkit'
import type { EngineCall, RefusedCreations, ToOneModel } from '../model/model.js'
import { createKeyFormatter, findRelated } from './find-related.js'
import { isGiven, isUnchanged } from './related.js'
import type { Rewritten } from './rewritten.js'
import { splitIntoBatches } from './write-targets.js'

/** Throws when new records contain nested records that the call must not create. */
export function refuseNew(records: readonly Rewritten[], call: EngineCall): void {
  const { refusedCreations } = call
  if (!refusedCreations) return
  for (const { columns, related } of records) {
    for (const [relation, record] of related) {
      if (isGiven(relation, columns) || isUnchanged(record)) continue
      refusedCreations.get(relation)?.()
      refuseNew([record], call)
    }
  }
}

/**
 * Throws when a change of these records would create nested records that the call must not create.
 * Checked before the first write, so that nothing is half changed.
 */
export async function refuseMissing(
  parents: readonly Row[],
  related: Rewritten['related'],
  call: EngineCall,
): Promise<void> {
  const { refusedCreations } = call
  if (!refusedCreations || parents.length === 0) return
  for (const [relation, record] of related) {
    if (isUnchanged(record) || !isRefusing(relation, record, refusedCreations)) continue
    const rows = await relatedRows(relation, parents, record, call)
    const known = new Set(rows.map(createKeyFormatter(relation, 'to')))
    const formatKey = createKeyFormatter(relation, 'from')
    if (parents.some(parent => !known.has(formatKey(parent)))) {
      refusedCreations.get(relation)?.()
      refuseNew([record], call)
    }
    await refuseMissing(rows, record.related, call)
  }
}

function isRefusing(relation: ToOneModel, record: Rewritten, refused: RefusedCreations): boolean {
  if (refused.has(relation)) return true
  return [...record.related].some(([inner, nested]) => isRefusing(inner, nested, refused))
}

/**
 * Finds the records that the parents will reference after the columns of the record are written.
 */
async function relatedRows(
  relation: ToOneModel,
  parents: readonly Row[],
  { columns, related }: Rewritten,
  call: EngineCall,
): Promise<readonly Row[]> {
  const formatKey = createKeyFormatter(relation, 'from')
  const keyed = parents.filter(parent => formatKey(parent) !== undefined)
  const next = [...related.keys()].flatMap(({ keys }) => keys.map(({ from }) => from))
  const rows: Row[] = []
  for (const chunk of splitIntoBatches(keyed))
    rows.push(...(await findRelated(relation, chunk, call, next)))
  return rows.map(row => ({ ...row, ...columns }))
}
