import { listOptionNames, ValidationError } from '@service/base'
import { type ColumnType, checkColumnType } from '@service/datasource-toolkit'
import { addToDraft } from '../../model/draft.js'
import type { GetValues, WriteRule } from '../../model/model.js'
import type { WriteHandler } from '../../write/write-handler.js'
import { checkDefinition } from '../check-definition.js'
import { defineOperation } from '../define-operation.js'

/** A JSON path, and how the field is written if the source cannot write there. */
export interface FieldJsonPath {
  readonly path: readonly string[]
  readonly write?: WriteHandler
}

interface Definition {
  readonly columnType: ColumnType
  readonly dependencies: readonly string[]
  readonly enumValues?: readonly string[]
  readonly defaultValue?: unknown
  readonly place?: FieldJsonPath
  readonly getValues: GetValues
}

const members = listOptionNames<Definition>({
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
      throw new ValidationError(
        `'${name}' is a JSON path inside one column: it needs exactly one dependency.`,
      )
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
      ...(place && column && { jsonPath: { ...place, column } }),
    })
  },
)

const replacedBy = (handler: WriteHandler): WriteRule => ({
  kind: 'replaced',
  handler,
  own: { kind: 'none' },
})
