import { createRecentMap, ValidationError } from '@service/base'
import { isValidTimezone } from '@service/datasource-toolkit'
import { type Parameters, parseParameters } from './parameters.js'

/** Parses the required parameter `timezone`. */
export function parseTimezone(parameters: Parameters): string {
  const timezone = parameters('timezone')
  if (timezone === undefined || timezone === '') {
    throw new ValidationError(
      "The parameter 'timezone' is missing. It must be an IANA name like Europe/Paris.",
    )
  }
  if (isValidTimezone(timezone)) return timezone
  throw new ValidationError(`timezone is '${timezone}'. It must be an IANA name like Europe/Paris.`)
}

const maxQueryLength = 200
const known = createRecentMap<string, string>(100)

/** The time zone of a query string. Clients send the same few texts with every write. */
export function readTimezone(query: string): string {
  const remembered = known.get(query)
  if (remembered !== undefined) return remembered
  const timezone = parseTimezone(parseParameters(query))
  if (query.length <= maxQueryLength) known.set(query, timezone)
  return timezone
}
