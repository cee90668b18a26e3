import { isObject, isServiceError } from '@service/base'
import type { ImportedRow } from '@service/protocol'

/** What the response says about a row that was refused; undefined when the error is not about the row. */
export function describeFailure(index: number, error: unknown): ImportedRow | undefined {
  if (!isServiceError(error) || error.status >= 500) return undefined
  const fields = isObject(error.data) ? error.data.fields : undefined
  return {
    index,
    message: error.message,
    ...(isObject(fields) && { fields: fields as ImportedRow['fields'] }),
  }
}

/** A row that cannot be written because of one field. */
export function failField(index: number, name: string, message: string): ImportedRow {
  return { index, message, fields: { [name]: [message] } }
}
