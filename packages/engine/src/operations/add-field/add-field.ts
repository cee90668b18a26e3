import { namesOf, ValidationError } from '@service/base'
import { type ColumnType, checkColumnType } from '@service/datasource-toolkit'
import type { CollectionContext } from '../../context/collection-context.js'
import { addToDraft } from '../../model/draft.js'
import type { GetValues, WriteRule } from '../../model/model.js'
import type { WithColumn } from '../../typings/additions.js'
import type { Additions, Path, RecordOf, Schema, ValueOf } from '../../typings/schema.js'
import type { WriteHandler } from '../../write/write-handler.js'
import { checkDefinition } from '../check-definition.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

export interface AddField<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Adds a field whose values are computed from other fields, once per page of records.
   *
   * @example
   * customers.addField('fullName', {
   *   columnType: 'String',
   *   dependencies: ['firstName', 'lastName'],
   *   getValues: records => records.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
   * })
   */
  addField<const C extends string, const T extends ColumnType, const P extends Path<S, N, A>>(
    name: C,
    definition: {
      readonly columnType: T
      readonly dependencies: readonly P[]
      readonly enumValues?: readonly string[]
      readonly defaultValue?: unknown
      /**
       * Where the value is inside the only dependency, a column of documents: a source that can look
       * there reads, filters and sorts by itself. `write` makes the field writable.
       */
      readonly place?: FieldPlace
      getValues(
        records: readonly RecordOf<S, N, P, A>[],
        context: CollectionContext<S, N>,
      ): readonly (ValueOf<T> | null)[] | Promise<readonly (ValueOf<T> | null)[]>
    },
  ): CollectionCustomizer<S, N, WithColumn<A, C, ValueOf<T> | null>>
}

/** A path inside a document, and how the field is written by a source that cannot write there. */
interface FieldPlace {
  readonly path: readonly string[]
  readonly write?: WriteHandler
}

interface Definition {
  readonly columnType: ColumnType
  readonly dependencies: readonly string[]
  readonly enumValues?: readonly string[]
  readonly defaultValue?: unknown
  readonly place?: FieldPlace
  readonly getValues: GetValues
}

const members = namesOf<Definition>({
  columnType: true,
  dependencies: true,
  enumValues: true,
  defaultValue: true,
  place: true,
  getValues: true,
})

export const addField = defineOperation(
  'addField',
  (collection, name: string, definition: Definition) => {
    checkDefinition(name, definition, members)
    const { columnType, dependencies, enumValues, defaultValue, place, getValues } = definition
    if (!Array.isArray(dependencies) || dependencies.length === 0) {
      throw new ValidationError(`'${name}' needs at least one dependency.`)
    }
    if (typeof getValues !== 'function') {
      throw new ValidationError(`'${name}' needs a function getValues.`)
    }
    checkColumnType(columnType, `columnType of '${name}'`)
    const [column] = dependencies
    if (place && (dependencies.length > 1 || column?.includes(':'))) {
      throw new ValidationError(`'${name}' is a place inside one column: name that one alone.`)
    }
    addToDraft(collection, {
      kind: 'Column',
      name,
      columnType,
      enumValues,
      defaultValue,
      hasDefault: defaultValue !== undefined,
      isPrimaryKey: false,
      isGroupable: true,
      allowNull: true,
      read: { kind: 'computed', dependencies, getValues },
      filter: new Map(),
      sort: { kind: 'none' },
      write: place?.write ? replacedBy(place.write) : { kind: 'none' },
      checks: [],
      export: { name },
      ...(place && column && { place: { ...place, column } }),
    })
  },
)

const replacedBy = (handler: WriteHandler): WriteRule => ({
  kind: 'replaced',
  handler,
  own: { kind: 'none' },
})
