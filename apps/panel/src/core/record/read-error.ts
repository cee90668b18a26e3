import { isObject } from '@service/base'

/** What a refused request says, for a form or an error box. */
export interface ReadError {
  readonly message: string
  readonly code?: string
  readonly name?: string
  /** Messages by field. */
  readonly fields: Readonly<Record<string, readonly string[]>>
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Reads the error of a response of the agent or the service.
 *
 * @example
 * readError({ errors: [{ detail: "'total' is required.", data: { fields: { total: ['…'] } } }] })
 */
export function readError(body: unknown): ReadError {
  const outer = isObject(body) ? body : {}
  const first = Array.isArray(outer.errors) ? (outer.errors as readonly unknown[])[0] : outer
  const error = isObject(first) ? first : {}
  const data = isObject(error.data) ? error.data : {}
  const message = [error.detail, error.message, error.error].find(isText)
  return {
    message: message ?? '',
    ...(isText(error.code) && { code: error.code }),
    ...(isText(error.name) && { name: error.name }),
    fields: readFields(data.fields),
    data,
  }
}

function readFields(fields: unknown): Readonly<Record<string, readonly string[]>> {
  const entries = Object.entries(isObject(fields) ? fields : {}).map(([name, messages]) => [
    name,
    Array.isArray(messages) ? messages.filter(isText) : [],
  ])
  return Object.fromEntries(entries)
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
