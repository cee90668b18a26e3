import type { ListParameters } from '../list/list-state.js'
import type { LogName } from './log-entry.js'

/** Where a log is in the public API. */
export interface LogPlace {
  /** The address of the service. */
  readonly origin: string
  readonly projectName: string
  readonly environmentName: string
}

/**
 * The path of a log in the public API, which names projects and environments.
 *
 * @example
 * buildPublicPath('admin-logs', { projectName: 'Store', … }) // '/v1/project/Store/admin-logs'
 */
function buildPublicPath(log: LogName, { projectName, environmentName }: LogPlace): string {
  const project = `/v1/project/${encodeURIComponent(projectName)}`
  return log === 'admin-logs'
    ? `${project}/admin-logs`
    : `${project}/environment/${encodeURIComponent(environmentName)}/activity-logs`
}

/**
 * Builds the command that asks the public API for a log. It has no token: `$TOKEN` stands for one.
 *
 * @example
 * buildCurl('admin-logs', place, { resource: 'role' })
 */
export function buildCurl(log: LogName, place: LogPlace, query: ListParameters): string {
  const search = new URLSearchParams(query).toString()
  const path = buildPublicPath(log, place) + (search === '' ? '' : `?${search}`)
  // The one character that ends a quotation in a shell, and that addresses may have.
  const address = (place.origin + path).replaceAll("'", '%27')
  return `curl -H "Authorization: Bearer $TOKEN" '${address}'`
}
