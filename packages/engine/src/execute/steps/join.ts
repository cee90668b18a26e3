import type { KeyText, Row } from '@service/datasource-toolkit'
import type { CollectionModel } from '../../model/model.js'
import type { JoinStep } from '../../plan/plan.js'
import { relationKeyText } from '../relation-key-text.js'
import type { Run } from '../run.js'
import { nestedRows } from './nested-rows.js'

const keysPerList = 1000

/** Reads related rows of another source, by distinct key in batches. */
export async function join(rows: Row[], step: JoinStep, run: Run): Promise<Row[]> {
  const { at, as, from, relation } = step
  const parents = nestedRows(rows, at)
  const formatKey = relationKeyText(relation)
  const related = await relatedRows(parents, formatKey, step, run)
  for (const parent of parents) {
    const text = formatKey(pickValues(parent, from))
    const row = text === undefined ? undefined : related.get(text)
    const known = parent[as] as Row | null | undefined
    parent[as] = row && known ? mergeRows(relation.target, known, row) : (row ?? null)
  }
  return rows
}

/** A later join of the same relation adds to the rows of an earlier one. */
function mergeRows(collection: CollectionModel, known: Row, row: Row): Row {
  const merged = { ...known, ...row }
  for (const [name, value] of Object.entries(known)) {
    const field = collection.fields.get(name)
    if (!value || !merged[name] || !field || field.kind === 'Column') continue
    merged[name] = mergeRows(field.target, value as Row, merged[name] as Row)
  }
  return merged
}

async function relatedRows(
  parents: readonly Row[],
  formatKey: KeyText,
  { relation, from, plan, keys }: JoinStep,
  { call, trace, runList }: Run,
): Promise<ReadonlyMap<string, Row>> {
  const wanted = new Map<string, readonly unknown[]>()
  for (const parent of parents) {
    const values = pickValues(parent, from)
    const text = formatKey(values)
    if (text !== undefined) wanted.set(text, values)
  }
  const to = relation.keys.map(key => key.to)
  const related = new Map<string, Row>()
  const values = [...wanted.values()]
  for (let start = 0; start < values.length; start += keysPerList) {
    const bindings = new Map([[keys, values.slice(start, start + keysPerList)]])
    for (const row of await runList(plan, call, bindings, trace)) {
      const text = formatKey(pickValues(row, to))
      if (text !== undefined && !related.has(text)) related.set(text, row)
    }
  }
  return related
}

function pickValues(row: Row, columns: readonly string[]): readonly unknown[] {
  return columns.map(name => row[name])
}
