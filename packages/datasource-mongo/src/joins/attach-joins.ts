import type { Call, Join, Row, Scan } from '@service/datasource-toolkit'
import { allOf, hasKey, keyOf, keyText } from './keys.js'

type List = (scan: Scan, call: Call) => Promise<Row[]>

/** Keys asked for at a time; documents of composite keys are found by longer conditions. */
const mostKeys = 1_000
const mostCompositeKeys = 200

/** Puts the rows that a join leads to under its name: read by their keys, each once. */
export async function attachJoin(
  rows: readonly Row[],
  join: Join,
  list: List,
  call: Call,
): Promise<void> {
  const from = join.on.map(pair => pair.from)
  const to = join.on.map(pair => pair.to)
  const keys = new Map<string, readonly unknown[]>()
  const texts = rows.map(row => {
    const key = keyOf(row, from)
    const text = key && keyText(key)
    if (text !== undefined) keys.set(text, key as readonly unknown[])
    return text
  })
  const related = await readByKeys(join, to, [...keys.values()], list, call)
  for (const [index, row] of rows.entries()) {
    row[join.as] = related.get(texts[index] ?? '') ?? null
  }
}

async function readByKeys(
  { node, where }: Join,
  to: readonly string[],
  keys: readonly (readonly unknown[])[],
  list: List,
  call: Call,
): Promise<Map<string, Row>> {
  const found = new Map<string, Row>()
  const added = to.filter(column => !node.columns.includes(column))
  const select = { ...node, columns: [...node.columns, ...added] }
  const size = to.length > 1 ? mostCompositeKeys : mostKeys
  for (let start = 0; start < keys.length; start += size) {
    const isOne = hasKey(to, keys.slice(start, start + size))
    const rows = await list({ select, where: allOf(isOne, where), orderBy: [] }, call)
    for (const row of rows) {
      const key = keyOf(row, to)
      if (!key) continue
      for (const column of added) delete row[column]
      const text = keyText(key)
      if (!found.has(text)) found.set(text, row)
    }
  }
  return found
}
