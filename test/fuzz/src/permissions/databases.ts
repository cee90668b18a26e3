import type { Row } from '@service/datasource-toolkit'
import type { Random } from '@service/datasource-toolkit/testing'
import { isInScope, isReadable, type Role, type Sight, scopeColumns } from './role.js'
import { collectionNames, randomValue, type Shape, shapes } from './shape.js'

/** Rows by collection. */
export type Database = ReadonlyMap<string, readonly Row[]>

const maxIds = 9

export function randomDatabase(random: Random): Database {
  return new Map(collectionNames.map(name => [name, randomRows(random, shapes[name]!)]))
}

function randomRows(random: Random, shape: Shape): Row[] {
  return random
    .some(keys(shape), shape.primaryKey.length > 1 ? 0.15 : 0.7)
    .map(key => randomRow(random, shape, key))
}

/** Every key a record can have. */
function keys({ primaryKey }: Shape): readonly Row[] {
  const ids = Array.from({ length: maxIds }, (_, index) => index + 1)
  const [first, second] = primaryKey as [string, string?]
  if (second === undefined) return ids.map(id => ({ [first]: id }))
  return ids.flatMap(one => ids.map(two => ({ [first]: one, [second]: two })))
}

function randomRow(random: Random, { columns }: Shape, key: Row): Row {
  const values = Object.entries(columns).map(([name, kind]) => [name, randomValue(random, kind)])
  return { ...Object.fromEntries(values), ...key }
}

/** Another database that differs in nothing the role may read. */
export function createTwin(random: Random, database: Database, role: Role): Database {
  return new Map(
    collectionNames.map(name => {
      const sight = role.sights.get(name)!
      return [name, twinRows(random, shapes[name]!, database.get(name)!, sight)]
    }),
  )
}

function twinRows(random: Random, shape: Shape, rows: readonly Row[], sight: Sight): Row[] {
  const isSeen = (row: Row) => isReadable(sight) && isInScope(sight, shape, row)
  const twins: Row[] = []
  for (const key of keys(shape)) {
    const row = rows.find(known => shape.primaryKey.every(name => known[name] === key[name]))
    if (row && isSeen(row)) twins.push(withOtherSecrets(random, shape, row, sight))
    else if (random.chance(row ? 0.6 : 0.2)) {
      const other = randomRow(random, shape, key)
      if (!isSeen(other)) twins.push(other)
    }
  }
  // The order rows are stored in is nobody's to see.
  return random.chance(0.5) ? twins : twins.reverse()
}

function withOtherSecrets(random: Random, shape: Shape, row: Row, sight: Sight): Row {
  const kept = new Set([...shape.primaryKey, ...scopeColumns(sight)])
  const secret = Object.entries(shape.columns).filter(
    ([name]) => sight.hidden.has(shape.renamed?.[name] ?? name) && !kept.has(name),
  )
  const values = secret.map(([name, kind]) => [name, randomValue(random, kind)])
  const other = { ...row, ...Object.fromEntries(values) }
  for (const [name, { kind, column, member }] of Object.entries(shape.parts ?? {})) {
    const known = other[column] as Row | null
    if (!sight.hidden.has(name) || known === null) continue
    other[column] = { ...known, [member]: randomValue(random, kind) }
  }
  return other
}
