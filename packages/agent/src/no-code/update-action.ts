import { ValidationError } from '@service/base'
import { parseValue, type Row } from '@service/datasource-toolkit'
import {
  type ActionResult,
  type CollectionModel,
  type ColumnModel,
  checkRules,
  type SingleActionContext,
} from '@service/engine'
import { missingField } from '../query/view-path.js'

type Fields = readonly { readonly fieldName: string; readonly value: unknown }[]

/** Writes fixed values to the selected records. Throws when a field does not accept its value. */
export function runUpdate(collection: CollectionModel, fields: Fields) {
  const patch: Row = Object.fromEntries(
    fields.map(({ fieldName, value }) => {
      const column = writableColumn(collection, fieldName)
      return [column.name, parseNamed(column, fieldName, value)]
    }),
  )
  if (Object.keys(patch).length < fields.length) {
    throw new ValidationError("'fields' names a field twice.")
  }
  return async (
    context: SingleActionContext,
    results: { success(message?: string): ActionResult },
  ): Promise<ActionResult> => {
    checkRules(collection, patch, { timezone: context.timezone, now: new Date() })
    await context.collection.update(context.filter, patch)
    return results.success()
  }
}

function writableColumn(collection: CollectionModel, name: string): ColumnModel {
  const field = collection.view.get(name)
  const isColumn = (other: { readonly kind: string }) => other.kind === 'Column'
  if (field?.kind !== 'Column') throw missingField(collection, name, undefined, isColumn)
  if (field.isPrimaryKey || field.write.kind === 'none' || collection.isReadOnly) {
    throw new ValidationError(`'${name}' of '${collection.name}' cannot be written.`)
  }
  return field
}

function parseNamed(column: ColumnModel, name: string, value: unknown): unknown {
  if (value === null && !column.allowNull) throw new ValidationError(`'${name}' cannot be null.`)
  try {
    return parseValue(column.columnType, value, column.enumValues, column.alsoHolds)
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new ValidationError(`The value of '${name}' is wrong: ${error.message}`, { cause: error })
  }
}
