import { listOptionNames, ValidationError } from '@service/base'
import { type ColumnType, checkColumnType } from '@service/datasource-toolkit'
import { addToDraft } from '../../model/draft.js'
import type { Additions, ColumnsOf, RecordOf, Schema, ValueOf } from '../../typings/schema.js'
import { checkDefinition } from '../check-definition.js'
import { defineOperation } from '../define-operation.js'
import { type ListRecords, listDistinct } from './list-distinct.js'

export type Fields = Readonly<Record<string, ColumnType>>

export type External<T extends Fields> = { readonly [F in keyof T]?: ValueOf<T[F]> | null }

/** Without dependencies, a record has only its primary key. */
export type Listed<S extends Schema, N extends keyof S, P extends string, A extends Additions> = [
  P,
] extends [never]
  ? ColumnsOf<S, N>
  : RecordOf<S, N, P, A>

interface Definition {
  readonly schema: Fields
  readonly dependencies?: readonly string[]
  readonly listRecords: ListRecords
}

const members = listOptionNames<Definition>({ schema: true, dependencies: true, listRecords: true })

export const addExternalRelation = defineOperation(
  'addExternalRelation',
  (collection, name: string, definition: Definition) => {
    checkDefinition(name, definition, members)
    const { schema, dependencies, listRecords } = definition
    if (Object.keys(schema ?? {}).length === 0) {
      throw new ValidationError(`'${name}' needs a schema: the type of each field of its records.`)
    }
    checkColumnType(schema, `schema of '${name}'`)
    if (typeof listRecords !== 'function') {
      throw new ValidationError(`'${name}' needs a function listRecords.`)
    }
    const paths = dependencies ?? collection.source.schema.primaryKey
    if (paths.length === 0) {
      throw new ValidationError(
        `'${name}' needs dependencies: '${collection.name}' has no primary key to list by.`,
      )
    }
    addToDraft(collection, {
      kind: 'Column',
      name,
      columnType: [schema],
      hasDefault: false,
      isPrimaryKey: false,
      isGroupable: false,
      allowNull: true,
      read: {
        kind: 'computed',
        dependencies: paths,
        getValues: listDistinct(name, Object.keys(schema), listRecords),
      },
      filter: new Map(),
      sort: { kind: 'none' },
      write: { kind: 'none' },
      checks: [],
      export: { name },
    })
  },
)
