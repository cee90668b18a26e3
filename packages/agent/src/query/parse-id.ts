import { UnprocessableError } from '@service/base'
import type { ConditionTree, Row } from '@service/datasource-toolkit'
import {
  ConditionTreeFactory,
  packText,
  packId as packValues,
  unpackId,
} from '@service/datasource-toolkit'
import type { CollectionModel } from '@service/engine'

/** The values of the primary key, in its order. */
export type RecordId = readonly unknown[]

/** Parses a record id: the values of the primary key joined by `|`. */
export function parseId(collection: CollectionModel, text: string): RecordId {
  requirePrimaryKey(collection)
  const id = unpackId(collection.primaryKey, text)
  if (!id.includes(null)) return id
  throw new UnprocessableError(
    `The id '${text}' identifies every record of '${collection.name}' whose key is null: such records are listed and exported, but cannot be addressed.`,
  )
}

/** The primary key of an id, by column. */
export function rowOfId({ primaryKey }: CollectionModel, id: RecordId): Row {
  const row: Row = {}
  primaryKey.forEach((column, index) => {
    row[column.name] = id[index]
  })
  return row
}

/** Formats the record id of a row. */
export function packId(collection: CollectionModel, row: Row): string {
  const { primaryKey } = collection
  if (primaryKey.length === 1) {
    const value = row[primaryKey[0]!.name]
    if (typeof value === 'number') return `${value}`
    if (typeof value === 'string') return packText(value)
  }
  return packValues(primaryKey.map(column => row[column.name]))
}

/** Matches the records with these ids; matches nothing when there are none. */
export function matchIds(collection: CollectionModel, ids: readonly RecordId[]): ConditionTree {
  const names = collection.primaryKey.map(column => column.name)
  return ConditionTreeFactory.matchIds(names, ids)
}

export function requirePrimaryKey(collection: CollectionModel): void {
  if (collection.primaryKey.length > 0) return
  throw new UnprocessableError(
    `'${collection.name}' has no primary key: its records cannot be addressed.`,
  )
}
