import type { Row } from '@service/datasource-toolkit'
import type { CollectionModel } from '../../model/model.js'
import type { JoinStep } from '../../plan/plan.js'
import { runList } from '../execute.js'
import type { Run } from './index.js'
import { nestedRows } from './nested-rows.js'

const keysPerList = 1000

/** Related rows of another source, listed by distinct key in batches. */
export async function join(rows: Row[], step: JoinStep, run: Run): Promise<Row[]> {
  const { at, as, from, relation } = step
  const parents = nestedRows(rows, at)
  const related = await relatedRows(parents, from, step, run)
  for (const parent of parents) {
    const key = keyOf(parent, from)
    const row = key && related.get(key.text)
    const known = parent[as] as Row | null | undefined
    parent[as] = row && known ? mergeRows(relation.target, known, row) : (row ?? null)
  }
  return rows
}

/** A later join of the same relation adds to what an earlier one found. */
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
  from: readonly string[],
  { relation, plan, keys }: JoinStep,
  { call, trace }: Run,
): Promise<ReadonlyMap<string, Row>> {
  const wanted = new Map<string, readonly unknown[]>()
  for (const parent of parents) {
    const key = keyOf(parent, from)
    if (key) wanted.set(key.text, key.values)
  }
  const to = relation.keys.map(key => key.to)
  const related = new Map<string, Row>()
  const values = [...wanted.values()]
  for (let start = 0; start < values.length; start += keysPerList) {
    const bindings = new Map([[keys, values.slice(start, start + keysPerList)]])
    for (const row of await runList(plan, call, bindings, trace)) {
      const key = keyOf(row, to)
      if (key && !related.has(key.text)) related.set(key.text, row)
    }
  }
  return related
}

/** Undefined when a part of the key is absent: it relates to nothing. */
function keyOf(
  row: Row,
  columns: readonly string[],
): { readonly text: string; readonly values: readonly unknown[] } | undefined {
  const values = columns.map(name => row[name])
  if (values.some(value => value === null || value === undefined)) return undefined
  return { text: values.length === 1 ? String(values[0]) : JSON.stringify(values), values }
}
