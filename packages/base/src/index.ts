export { escapeFormula, quoteCell } from './csv-cell.js'
export {
  ConflictError,
  ForbiddenError,
  NotFoundError,
  TimeoutError,
  UnauthorizedError,
  UnavailableError,
  UnprocessableError,
  ValidationError,
} from './errors.js'
export { ExactNumber, parseExactJson, stringifyExactJson } from './exact-json.js'
export { isHttpUrl } from './is-http-url.js'
export { isNonEmptyString } from './is-non-empty-string.js'
export { isObject } from './is-object.js'
export { knownNames, nearestNames } from './known-names.js'
export type { Logger, LogLevel } from './logger.js'
export { logLevels } from './logger.js'
export { ownValue } from './own-value.js'
export { parseJson } from './parse-json.js'
export { createRecentMap, type RecentMap } from './recent-map.js'
export { type ErrorShape, isServiceError, ServiceError } from './service-error.js'
export { show } from './show.js'
export { splitIntoChunks } from './split-into-chunks.js'
export { toSnakeCase } from './to-snake-case.js'
export { checkOptionNames, listOptionNames, OptionError, unknownOption } from './unknown-option.js'
export { withoutTrailing } from './without-trailing.js'
