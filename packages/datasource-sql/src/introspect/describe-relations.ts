import type { KeyPair, RelationSchema } from '@service/datasource-toolkit'
import { type ChosenKey, provenKeys } from './choose-primary-key.js'
import { groupBy } from './group-by.js'
import type { ForeignKeyInfo, TableInfo } from './introspection.js'
import { nameRelations, type RelationDraft } from './name-relations.js'
import { sortByText } from './sort-by-text.js'

/** A table with its chosen key and the name of its collection. */
export interface KeyedTable extends ChosenKey {
  readonly name: string
  readonly table: TableInfo
}

/** A foreign key whose two ends are collections. */
interface Link {
  readonly origin: KeyedTable
  readonly target: KeyedTable
  readonly foreignKey: ForeignKeyInfo
}

/** Finds the relations that foreign keys imply, by collection and final name. */
export function describeRelations(
  tables: readonly KeyedTable[],
  isEnforced: boolean,
): ReadonlyMap<string, readonly (readonly [string, RelationSchema])[]> {
  const byTable = new Map(
    tables.map(keyed => [tableKey(keyed.table.schema, keyed.table.name), keyed]),
  )
  const drafts = tables.flatMap(origin => {
    const links = inColumnOrder(origin.table).flatMap((foreignKey): Link[] => {
      const target = byTable.get(tableKey(foreignKey.targetSchema, foreignKey.targetTable))
      return target ? [{ origin, target, foreignKey }] : []
    })
    const ends = junctionEnds(origin, links)
    return [
      ...links.map(link => manyToOne(link, isEnforced)),
      ...links.filter(link => !ends?.includes(link)).map(inverse),
      ...(ends ? [manyToMany(...ends), manyToMany(ends[1], ends[0])] : []),
      ...(ends && hasOwnColumns(origin) ? ends.map(draftJunctionRelation) : []),
    ]
  })
  const draftsByTable = groupBy(drafts, draft => draft.collection)
  return new Map(
    tables.map(({ name, table }) => [name, nameRelations(draftsByTable.get(name) ?? [], table)]),
  )
}

function tableKey(schema: string | undefined, table: string): string {
  return `${schema ?? ''}\0${table}`
}

/** Sorts by column, because the order in the catalog changes when a dump is restored. */
function inColumnOrder({ columns, foreignKeys }: TableInfo): readonly ForeignKeyInfo[] {
  if (foreignKeys.length < 2) return foreignKeys
  const positions = new Map(
    columns.map(({ name }, index) => [name, String(index).padStart(5, '0')]),
  )
  return sortByText(foreignKeys, key =>
    JSON.stringify([key.columns.map(name => positions.get(name)), key]),
  )
}

/** A junction's primary key consists of two columns, each of which is a foreign key. */
function junctionEnds(
  { primaryKey }: KeyedTable,
  links: readonly Link[],
): readonly [Link, Link] | undefined {
  const [first, second, ...others] = links.filter(({ foreignKey }) =>
    foreignKey.columns.some(column => primaryKey.includes(column)),
  )
  const isJunction =
    primaryKey.length === 2 &&
    first?.foreignKey.columns.length === 1 &&
    second?.foreignKey.columns.length === 1 &&
    others.length === 0 &&
    first.foreignKey.columns[0] !== second.foreignKey.columns[0]
  return isJunction ? [first, second] : undefined
}

/** Whether a junction has columns besides its two keys. */
function hasOwnColumns({ table, primaryKey }: KeyedTable): boolean {
  return table.columns.some(({ name }) => !primaryKey.includes(name))
}

/**
 * Drafts the relation to the junction's rows, in addition to the relation to the records they
 * connect.
 */
function draftJunctionRelation(link: Link): RelationDraft {
  return { ...inverse(link), isJunctionRelation: true }
}

function manyToOne({ origin, target, foreignKey }: Link, isEnforced: boolean): RelationDraft {
  return {
    collection: origin.name,
    key: foreignKey.columns,
    namedByKey: true,
    schema: {
      kind: 'ManyToOne',
      foreignCollection: target.name,
      keys: keyPairs(foreignKey),
      isEnforced,
      // MySQL and SQLite accept foreign keys to columns that are not unique.
      ...(!isUnique(target, foreignKey.targetColumns) && { mayLeadToSeveral: true }),
    },
  }
}

function inverse({ origin, target, foreignKey }: Link): RelationDraft {
  return {
    collection: target.name,
    key: foreignKey.columns,
    namedByKey: false,
    schema: {
      kind: isUnique(origin, foreignKey.columns) ? 'OneToOne' : 'OneToMany',
      foreignCollection: origin.name,
      keys: keyPairs(foreignKey).map(reversed),
    },
  }
}

function manyToMany(from: Link, to: Link): RelationDraft {
  return {
    collection: from.target.name,
    key: to.foreignKey.columns,
    namedByKey: true,
    schema: {
      kind: 'ManyToMany',
      foreignCollection: to.target.name,
      throughCollection: from.origin.name,
      originKeys: keyPairs(from.foreignKey).map(reversed),
      foreignKeys: keyPairs(to.foreignKey),
    },
  }
}

/** Whether the columns contain a unique key, so that their values match at most one row. */
function isUnique({ table }: KeyedTable, columns: readonly string[]): boolean {
  return provenKeys(table).some(key => key.every(name => columns.includes(name)))
}

function keyPairs({ columns, targetColumns }: ForeignKeyInfo): KeyPair[] {
  return columns.map((from, index) => ({ from, to: targetColumns[index] ?? '' }))
}

function reversed({ from, to }: KeyPair): KeyPair {
  return { from: to, to: from }
}
