import type { Call, Join, Row, Scan } from '@service/datasource-toolkit'
import { combineConditions, hasKey, keyText, readKey } from './keys.js'

type List = (scan: Scan, call: Call) => Promise<Row[]>

/** Maximum number of keys per query. */
const maxKeys = 1_000
const maxCompositeKeys = 200

/** The key of the row's related record; undefined when it has none. */
type Key = readonly unknown[] | undefined

/** Lists the key of each row's related record. */
export function listKeys(rows: readonly Row[], { on }: Join): readonly Key[] {
  const from = on.map(pair => pair.from)
  return rows.map(row => readKey(row, from))
}

/** Adds the related rows of a join under its name; each is read once, by key. */
export async function attachJoin(
  rows: readonly Row[],
  join: Join,
  keys: readonly Key[],
  list: List,
  call: Call,
): Promise<void> {
  const to = join.on.map(pair => pair.to)
  const texts = keys.map(key => key && keyText(key))
  const distinct = new Map<string, readonly unknown[]>()
  for (const [index, key] of keys.entries()) if (key) distinct.set(texts[index] as string, key)
  const related = await readByKeys(join, to, [...distinct.values()], list, call)
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
  const size = to.length > 1 ? maxCompositeKeys : maxKeys
  for (let start = 0; start < keys.length; start += size) {
    const isOne = hasKey(to, keys.slice(start, start + size))
    const rows = await list({ select, where: combineConditions(isOne, where), orderBy: [] }, call)
    for (const row of rows) {
      const key = readKey(row, to)
      if (!key) continue
      for (const column of added) delete row[column]
      const text = keyText(key)
      if (!found.has(text)) found.set(text, row)
    }
  }
  return found
}
