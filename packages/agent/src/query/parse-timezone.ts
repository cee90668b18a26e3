import { ValidationError } from '@service/base'
import { isValidTimezone } from '@service/datasource-toolkit'
import type { Parameters } from './parameters.js'

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
