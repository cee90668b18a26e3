import { knownNames, nearestNames } from '@service/base'

/**
 * Every environment variable with the prefix `SERVICE_` that one of our programs reads. Programs
 * often share one environment, so each knows the variables of the others.
 */
const variables: readonly string[] = [
  // The service.
  'SERVICE_HOST',
  'SERVICE_PORT',
  'SERVICE_PUBLIC_URL',
  'SERVICE_DATA_DIR',
  'SERVICE_DATABASE_URL',
  'SERVICE_DATABASE_POOL',
  'SERVICE_STATEMENT_TIMEOUT',
  'SERVICE_DATABASE_WAIT',
  'SERVICE_REDIS_URL',
  'SERVICE_SECRET',
  'SERVICE_RATE_LIMIT',
  'SERVICE_MAX_CONCURRENT_REQUESTS',
  'SERVICE_REQUEST_TIMEOUT',
  'SERVICE_EVENT_HEARTBEAT',
  'SERVICE_MAX_EVENT_STREAMS',
  'SERVICE_MAX_JOBS',
  'SERVICE_TRUSTED_PROXIES',
  'SERVICE_IP_RULES_ALLOW_LOOPBACK',
  'SERVICE_SMTP_URL',
  'SERVICE_MAIL_FROM',
  'SERVICE_SESSION_HOURS',
  'SERVICE_METRICS_TOKEN',
  'SERVICE_LOG_LEVEL',
  'SERVICE_ARCHIVE_DIR',
  'SERVICE_PANEL_DIR',
  'SERVICE_ADMIN_EMAIL',
  'SERVICE_ADMIN_PASSWORD',
  // Files with secrets of the service.
  'SERVICE_DATABASE_URL_FILE',
  'SERVICE_REDIS_URL_FILE',
  'SERVICE_SMTP_URL_FILE',
  'SERVICE_SECRET_FILE',
  'SERVICE_METRICS_TOKEN_FILE',
  'SERVICE_ADMIN_PASSWORD_FILE',
  // Agents and the MCP server.
  'SERVICE_AUTH_SECRET',
  'SERVICE_ENV_SECRET',
  'SERVICE_SERVER_URL',
  'SERVICE_AGENT_URL',
  'SERVICE_MCP_ENABLED_TOOLS',
  'SERVICE_MCP_SERVER_URL',
  'SERVICE_MCP_ALLOWED_OAUTH_CLIENTS',
  'SERVICE_MCP_ACCESS_TOKEN_TTL_SECONDS',
  'SERVICE_MCP_REFRESH_TOKEN_TTL_SECONDS',
  // The command line tool for customizations.
  'SERVICE_AUTH_TOKEN',
  // Clients of the public API, in the examples and in the reference.
  'SERVICE_URL',
  'SERVICE_API_TOKEN',
  'SERVICE_PROJECT',
  'SERVICE_ENVIRONMENT',
]

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns a message for each variable with our prefix that does not exist.
 *
 * @example
 * unknownVariables({ SERVICE_PROT: '80' }) // ["SERVICE_PROT is not known. … Did you mean 'SERVICE_PORT'?"]
 */
export function unknownVariables(environment: Environment): readonly string[] {
  return unknownNames(environment).map(
    name =>
      `${name} is not known. Correct it or unset it. Variables are: ${knownNames(name, variables)}`,
  )
}

/**
 * Like `unknownVariables`, for a process that also has variables of other programs: reports only
 * likely misspellings.
 *
 * @example
 * misspeltVariables({ SERVICE_NAME: 'shop', SERVICE_SERVER_ULR: 'http://localhost:3310' })
 * // ["The variable SERVICE_SERVER_ULR is not used. Did you mean 'SERVICE_SERVER_URL'?"]
 */
export function misspeltVariables(environment: Environment): readonly string[] {
  return unknownNames(environment).flatMap(name => {
    const nearest = nearestNames(name.slice(prefix.length), shortNames)
    if (nearest.length === 0) return []
    const hint = nearest.map(each => `'${prefix}${each}'`).join(' or ')
    return [`The variable ${name} is not used. Did you mean ${hint}?`]
  })
}

const prefix = 'SERVICE_'
const shortNames = variables.map(name => name.slice(prefix.length))

function unknownNames(environment: Environment): readonly string[] {
  return Object.keys(environment).filter(
    name => name.startsWith(prefix) && !variables.includes(name),
  )
}
