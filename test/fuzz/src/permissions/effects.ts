import { isDeepStrictEqual } from 'node:util'
import type { Row } from '@service/datasource-toolkit'
import type { Database } from './databases.js'
import { isInScope, type Role, type Sight } from './role.js'
import { collectionNames, type Shape, shapes } from './shape.js'

/** What happened to a database that the role may not do; undefined: nothing. */
export function forbiddenEffect(role: Role, before: Database, after: Database): string | undefined {
  for (const name of collectionNames) {
    const [shape, sight] = [shapes[name]!, role.sights.get(name)!]
    const effect = effectIn(shape, sight, before.get(name)!, after.get(name)!)
    if (effect !== undefined) return `${name}: ${effect}`
  }
  return undefined
}

function effectIn(
  shape: Shape,
  sight: Sight,
  before: readonly Row[],
  after: readonly Row[],
): string | undefined {
  const known = new Map(before.map(row => [buildKey(shape, row), row]))
  // The key of a link is what it leads to: one that leads elsewhere has another key.
  const isMoved = shape.primaryKey.length > 1 && after.length === before.length
  for (const row of after) {
    const key = buildKey(shape, row)
    const old = known.get(key)
    known.delete(key)
    if (old !== undefined && isDeepStrictEqual(old, row)) continue
    if (old === undefined && isMoved) {
      if (!sight.edit) return `${key} was changed without the right`
      continue
    }
    if (old === undefined && !sight.add) return `${key} was created without the right`
    if (old !== undefined && !sight.edit) return `${key} was changed without the right`
    if (old !== undefined && !isInScope(sight, shape, old)) return `${key} is out of scope`
    const written = writtenFields(shape, old ?? {}, row).find(field => sight.hidden.has(field))
    if (written !== undefined) return `'${written}' of ${key} was written without the right`
  }
  // Links are taken away with the right to edit what they lead to.
  const [gone] = shape.primaryKey.length > 1 ? [] : known.keys()
  return gone === undefined ? undefined : `${gone} was deleted`
}

function buildKey({ primaryKey }: Shape, row: Row): string {
  return primaryKey.map(name => row[name]).join('|')
}

/** The exported names of what differs, of a document and of its parts. */
function writtenFields(shape: Shape, old: Row, row: Row): readonly string[] {
  const differs = (one: unknown, other: unknown) => !isDeepStrictEqual(one ?? null, other ?? null)
  const columns = Object.keys(shape.columns).filter(
    name => !shape.primaryKey.includes(name) && differs(old[name], row[name]),
  )
  const parts = Object.entries(shape.parts ?? {}).filter(([, { column, member }]) =>
    differs((old[column] as Row | null)?.[member], (row[column] as Row | null)?.[member]),
  )
  return [...columns.map(name => shape.renamed?.[name] ?? name), ...parts.map(([name]) => name)]
}
