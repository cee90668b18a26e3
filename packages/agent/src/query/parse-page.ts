import { ValidationError } from '@service/base'
import type { Parameters } from './parameters.js'

export interface PageRequest {
  readonly size: number
  /** From 1; absent in keyset paging. */
  readonly number?: number
  /** Keyset paging: the cursor given, empty for the first page. */
  readonly after?: string
}

/** Reads `page[size]`, `page[number]` and `page[after]`. */
export function parsePage(parameters: Parameters, maxPageSize: number): PageRequest {
  const size = positiveInteger('page[size]', parameters('page[size]')) ?? Math.min(15, maxPageSize)
  if (size > maxPageSize) {
    throw new ValidationError(`page[size] is ${size}. The largest page is ${maxPageSize}.`)
  }
  const number = positiveInteger('page[number]', parameters('page[number]'))
  const after = parameters('page[after]')
  if (after === undefined) return { size, number: number ?? 1 }
  if (number !== undefined) {
    throw new ValidationError('Give page[number] or page[after], not both.')
  }
  return { size, after }
}

function positiveInteger(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0
  if (value > 0) return value
  throw new ValidationError(`${name} is '${text}'. It must be a whole number from 1.`)
}
