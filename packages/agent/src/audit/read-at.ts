import { ValidationError } from '@service/base'
import type { Parameters } from '../query/parameters.js'
import { readTimezone } from './parse-history-query.js'
import { parseInstant } from './parse-instant.js'

/** Reads the parameter `at`. The changes to undo begin `from` the following millisecond. */
export function readAt(parameters: Parameters): { readonly from: string } {
  const at = parameters('at')
  if (!at) {
    throw new ValidationError(
      "The parameter 'at' is missing: an instant like 2026-01-31T12:00:00Z.",
    )
  }
  const instant = parseInstant('at', at, readTimezone(parameters))
  return { from: new Date(Date.parse(instant) + 1).toISOString() }
}
