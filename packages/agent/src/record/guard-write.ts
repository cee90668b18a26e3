import { isServiceError } from '@service/base'
import { type CollectionModel, type FieldModel, listFieldErrors } from '@service/engine'
import { HiddenRuleError } from '../errors.js'
import type { Access } from '../gateway/access.js'
import { exportedName } from '../query/exported-name.js'

/**
 * Runs a write. The error of a rule on hidden fields does not describe the rule; other errors list the
 * messages of the fields they refer to as `data.fields`.
 */
export async function guardWrite<Result>(
  access: Access,
  collection: CollectionModel,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    const hidden = access.hiddenIn?.(collection)
    if (hidden && namesHidden(error, hidden)) throw new HiddenRuleError(collection.name)
    throw withFields(error, collection, hidden)
  }
}

function withFields(
  error: unknown,
  collection: CollectionModel,
  hidden: ReadonlySet<FieldModel> | undefined,
): unknown {
  if (!isServiceError(error) || (error.status !== 400 && error.status !== 422)) return error
  const messages = [...listFieldErrors(error, collection)].filter(([field]) => !hidden?.has(field))
  if (messages.length === 0) return error
  const fields = Object.fromEntries(messages.map(([field, texts]) => [exportedName(field), texts]))
  return Object.assign(error, { data: { ...error.data, fields } })
}

/** A violated rule lists its columns in `data`; a rule without that list may be on any column. */
function namesHidden(error: unknown, hidden: ReadonlySet<FieldModel>): boolean {
  if (!isServiceError(error) || error.status !== 400) return false
  const { columns, rule } = (error.data ?? {}) as { columns?: readonly string[]; rule?: unknown }
  if (columns === undefined) return rule !== undefined
  return [...hidden].some(field => listNames(field).some(name => columns.includes(name)))
}

function listNames(field: FieldModel): readonly string[] {
  const stored = field.kind === 'Column' && field.read.kind === 'native' ? [field.read.column] : []
  return [field.name, exportedName(field), ...stored]
}
