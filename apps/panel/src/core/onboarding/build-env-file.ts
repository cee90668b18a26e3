import { readAgentAddress } from './agent-url.js'

/** What an agent reads from its environment. */
export interface EnvSettings {
  /** Where the agent reaches the service. */
  readonly serverUrl: string
  readonly envSecret: string
  readonly authSecret: string
  readonly databaseUrl: string
  /** Where browsers reach the agent. */
  readonly agentUrl: string
}

/**
 * Builds the file `.env` of an agent.
 *
 * @example
 * buildEnvFile(settings) // 'SERVICE_SERVER_URL=http://127.0.0.1:3310\nSERVICE_ENV_SECRET=…'
 */
export function buildEnvFile(settings: EnvSettings): string {
  const { serverUrl, envSecret, authSecret, databaseUrl, agentUrl } = settings
  const address = readAgentAddress(agentUrl)
  const lines = {
    SERVICE_SERVER_URL: serverUrl,
    SERVICE_ENV_SECRET: envSecret,
    SERVICE_AUTH_SECRET: authSecret,
    DATABASE_URL: databaseUrl,
    ...(address?.isLocal && address.port !== undefined && { PORT: String(address.port) }),
  }
  return Object.entries(lines)
    .map(([name, value]) => `${name}=${quoteValue(value)}\n`)
    .join('')
}

/** Quotes what would end a value early or begin a comment. A quote of each sort cannot be written. */
function quoteValue(value: string): string {
  if (!/[\s#'"`\\]/.test(value)) return value
  const quote = ["'", '"', '`'].find(each => !value.includes(each)) ?? "'"
  return `${quote}${value}${quote}`
}

/** Makes the secret that signs sessions, from random bytes. */
export const formatSecret = (bytes: Uint8Array): string =>
  Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
