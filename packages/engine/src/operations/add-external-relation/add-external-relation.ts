import { namesOf, ValidationError } from '@service/base'
import { type ColumnType, checkColumnType } from '@service/datasource-toolkit'
import type { CollectionContext } from '../../context/collection-context.js'
import { addToDraft } from '../../model/draft.js'
import type { WithColumn } from '../../typings/additions.js'
import type { Additions, ColumnsOf, Path, RecordOf, Schema, ValueOf } from '../../typings/schema.js'
import { checkDefinition } from '../check-definition.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'
import { type ListRecords, listDistinct } from './list-distinct.js'

type Fields = Readonly<Record<string, ColumnType>>

type External<T extends Fields> = { readonly [F in keyof T]?: ValueOf<T[F]> | null }

/** Without dependencies, a record holds its primary key. */
type Listed<S extends Schema, N extends keyof S, P extends string, A extends Additions> = [
  P,
] extends [never]
  ? ColumnsOf<S, N>
  : RecordOf<S, N, P, A>

export interface AddExternalRelation<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Shows beside each record a list of records from elsewhere, such as another service.
   *
   * @example
   * customers.addExternalRelation('invoices', {
   *   schema: { number: 'String', amount: 'Number' },
   *   dependencies: ['billingId'],
   *   listRecords: async ({ billingId }) => {
   *     const answer = await fetch(`https://billing.example.com/customers/${billingId}/invoices`)
   *     return (await answer.json()) as { number: string; amount: number }[]
   *   },
   * })
   */
  addExternalRelation<
    const C extends string,
    const T extends Fields,
    const P extends Path<S, N, A> = never,
  >(
    name: C,
    definition: {
      readonly schema: T
      /** What `listRecords` needs of the record; the primary key when left out. */
      readonly dependencies?: readonly P[]
      listRecords(
        record: Listed<S, N, P, A>,
        context: CollectionContext<S, N>,
      ): readonly External<T>[] | Promise<readonly External<T>[]>
    },
  ): CollectionCustomizer<S, N, WithColumn<A, C, readonly External<T>[]>>
}

interface Definition {
  readonly schema: Fields
  readonly dependencies?: readonly string[]
  readonly listRecords: ListRecords
}

const members = namesOf<Definition>({ schema: true, dependencies: true, listRecords: true })

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
