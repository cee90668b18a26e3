import type { AggregateQuery } from '@service/engine'
import type { ParsedRows } from './parse-rows.js'

/** The query of a count, read from a URL. */
export interface ParsedCount extends ParsedRows {
  readonly timezone: string
  readonly query: AggregateQuery
  readonly isEstimate: boolean
}
