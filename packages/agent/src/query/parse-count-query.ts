import { ValidationError } from '@service/base'
import type { CollectionModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import type { Runtime } from '../runtime.js'
import type { Parameters } from './parameters.js'
import { parseParameters } from './parameters.js'
import { maxKeyLength } from './parse-list-query.js'
import { parseRows } from './parse-rows.js'
import { parseTimezone } from './parse-timezone.js'
import type { ParsedCount } from './parsed-count.js'

/** Parses the query of a count. The same text returns the same object. */
export function parseCountQuery(
  runtime: Runtime,
  access: Access,
  collection: CollectionModel,
  text: string,
): ParsedCount {
  const key = `${collection.name}\0${text}`
  const known = runtime.counts.get(key)
  if (known !== undefined) return known
  const parameters = parseParameters(text)
  const rows = parseRows(collection, parameters, parameters('filters'), access)
  const parsed: ParsedCount = {
    ...rows,
    timezone: parseTimezone(parameters),
    query: { collection, filter: rows.filter, aggregation: { operation: 'Count' } },
    isEstimate: parsePrecision(parameters) === 'estimated',
  }
  if (key.length <= maxKeyLength) runtime.counts.set(key, parsed)
  return parsed
}

function parsePrecision(parameters: Parameters): 'exact' | 'estimated' {
  const precision = parameters('precision') ?? 'exact'
  if (precision === 'exact' || precision === 'estimated') return precision
  throw new ValidationError(`precision is '${precision}'. It must be 'exact' or 'estimated'.`)
}
