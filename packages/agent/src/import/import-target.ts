import { ValidationError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import { keyText } from '@service/datasource-toolkit'
import type { CollectionModel, ColumnModel, EngineCall, ToOneModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import { exportedName } from '../query/exported-name.js'
import { requirePrimaryKey } from '../query/parse-id.js'
import { missingField, viewField } from '../query/view-path.js'
import { referencesId } from '../record/references-id.js'
import { requireEditable, requireSettable } from '../record/require-editable.js'
import type { ParsedImport } from './parse-import.js'

/** Where the rows of a chunk go: its fields are the same for all rows. */
export interface ImportTarget {
  readonly collection: CollectionModel
  readonly access: Access
  readonly call: EngineCall
  readonly mode: ParsedImport['mode']
  /** Many-to-one relations that rows set, by exported name. */
  readonly relations: ReadonlyMap<string, ToOneModel>
  /** Finds existing records; absent when none is looked for. */
  readonly key?: ImportKey
}

export interface ImportKey {
  readonly columns: readonly ColumnModel[]
  readonly isPrimary: boolean
  /** Columns that identify a record, and that a new one cannot get: by exported name. */
  readonly fixed: ReadonlyMap<string, ColumnModel>
  /** Formats the key of a row with internal names; undefined when a part of it is null. */
  formatKey(row: Row): string | undefined
}

/** Types whose values are compared exactly. */
const keyTypes: readonly unknown[] = ['String', 'Number', 'Uuid', 'Enum', 'Dateonly', 'Boolean']

/** Checks the fields of all rows at once: an unknown field is a 400, a locked one a 403. */
export function openImportTarget(
  collection: CollectionModel,
  { mode, key, rows }: ParsedImport,
  access: Access,
  call: EngineCall,
): ImportTarget {
  requirePrimaryKey(collection)
  const relations = new Map<string, ToOneModel>()
  const lookedUp = mode === 'upsert' ? key : []
  for (const name of new Set(rows.flatMap(Object.keys))) {
    const field = collection.view.get(name)
    if (field === undefined) throw missingField(collection, name, access)
    if (field.kind === 'Column') {
      if (!lookedUp.includes(name)) requireEditable(access, collection, field)
      continue
    }
    if (field.kind !== 'ManyToOne' || !referencesId(field)) throw refuse(collection, name)
    requireSettable(access, collection, field)
    relations.set(name, field)
  }
  const target = { collection, access, call, mode, relations }
  if (key.length === 0) return target
  access.require('read', collection)
  const columns = key.map(name => findKeyColumn(collection, name, rows, access))
  return { ...target, key: createKey(collection, columns, access) }
}

function findKeyColumn(
  collection: CollectionModel,
  name: string,
  rows: ParsedImport['rows'],
  access: Access,
): ColumnModel {
  const field = viewField(collection, name, access)
  if (field.kind !== 'Column' || !keyTypes.includes(field.columnType)) {
    throw new ValidationError(
      `'${name}' of '${collection.name}' cannot identify records: use a text, a number, a day or another exact value.`,
    )
  }
  if (rows.every(row => !Object.hasOwn(row, name))) {
    throw new ValidationError(`'${name}' is part of the key: the rows must have it.`)
  }
  return field
}

function createKey(
  collection: CollectionModel,
  columns: readonly ColumnModel[],
  access: Access,
): ImportKey {
  const locked = access.lockedIn?.(collection)
  const fixed = columns.filter(column => column.write.kind === 'none' || locked?.has(column))
  const formatValues = keyText(columns.map(({ columnType }) => columnType))
  const names = columns.map(({ name }) => name)
  const { primaryKey } = collection
  return {
    columns,
    fixed: new Map(fixed.map(column => [exportedName(column), column])),
    isPrimary:
      columns.length === primaryKey.length && primaryKey.every(({ name }) => names.includes(name)),
    formatKey: row => formatValues(names.map(name => row[name])),
  }
}

function refuse(collection: CollectionModel, name: string): ValidationError {
  return new ValidationError(
    `'${name}' of '${collection.name}' cannot be imported: only columns and many-to-one relations by id can.`,
  )
}
