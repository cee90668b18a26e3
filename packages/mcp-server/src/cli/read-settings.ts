import { type Logger, nearestNames, withoutTrailing } from '@service/base'
import { unknownVariables } from '@service/protocol'
import { McpConfigurationError } from '../errors.js'
import { type McpMountOptions, type McpSettings, resolveMcpOptions } from '../options.js'

/** The settings in environment variables. */
export interface StandaloneSettings {
  readonly envSecret: string
  readonly authSecret: string
  readonly serverUrl: string
  /** Includes the prefix; when absent, the environment's agent URL is used. */
  readonly agentUrl?: string
  readonly port: number
  readonly host: string
  readonly mcp: McpSettings
}

const defaultPort = 3931

/** Reads the variables; an error names the variable and what is allowed. */
export function readSettings(environment: NodeJS.ProcessEnv, logger: Logger): StandaloneSettings {
  refuseUnknown(environment)
  const port = readPort(environment)
  return {
    envSecret: readText(environment, 'SERVICE_ENV_SECRET', isEnvSecret, envSecretForm),
    authSecret: readText(
      environment,
      'SERVICE_AUTH_SECRET',
      text => text.length >= minSecretLength,
      `the auth secret of the agent, at least ${minSecretLength} characters`,
    ),
    serverUrl: readText(environment, 'SERVICE_SERVER_URL', isAddress, address('service')),
    ...(environment.SERVICE_AGENT_URL && {
      agentUrl: withPrefix(
        readText(environment, 'SERVICE_AGENT_URL', isAddress, address('shop', '/service')),
      ),
    }),
    port,
    host: environment.HOST || '127.0.0.1',
    mcp: readMcp(environment, port, logger),
  }
}

/** An agent URL without a path is that of its host: the default prefix is added. */
export function withPrefix(agentUrl: string): string {
  const { origin, pathname } = new URL(agentUrl)
  const path = withoutTrailing(pathname, '/')
  return `${origin}${path || '/service'}`
}

/** Other programs use `MCP_` variables too: only names close to ours are rejected. */
function refuseUnknown(environment: NodeJS.ProcessEnv): void {
  const ports = Object.keys(environment).filter(
    name =>
      name !== portName && name.startsWith('MCP_') && nearestNames(name, [portName]).length > 0,
  )
  const problems = [
    ...unknownVariables(environment),
    ...ports.map(name => `${name} is not known. Did you mean '${portName}'?`),
  ]
  if (problems.length > 0) throw new McpConfigurationError(problems.join('\n'))
}

const portName = 'MCP_SERVER_PORT'
const minSecretLength = 32
const isEnvSecret = (text: string) => /^[0-9a-f]{64}$/.test(text)
const envSecretForm = '64 lower-case hexadecimal digits'
const address = (name: string, path = '') => `an address like https://${name}.example.com${path}`

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, search, hash, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && `${search}${hash}${username}${password}` === ''
}

function readText(
  environment: NodeJS.ProcessEnv,
  name: string,
  isValid: (text: string) => boolean,
  allowed: string,
): string {
  const text = environment[name]
  if (!text)
    throw new McpConfigurationError(`The variable ${name} is missing. It must be ${allowed}.`)
  if (isValid(text)) return text
  // The value may be a secret in the wrong variable, so that it is not repeated.
  throw new McpConfigurationError(`The variable ${name} is wrong. It must be ${allowed}.`)
}

function readPort({ MCP_SERVER_PORT: text, SERVICE_MCP_SERVER_URL: publicUrl }: NodeJS.ProcessEnv) {
  const port = text ? Number(text) : defaultPort
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new McpConfigurationError(
      `The variable MCP_SERVER_PORT is '${text}'. It must be a port: a whole number from 0 to 65535.`,
    )
  }
  if (port === 0 && !publicUrl) {
    throw new McpConfigurationError(
      'The variable MCP_SERVER_PORT is 0, any free port. Clients need to know where: set SERVICE_MCP_SERVER_URL too.',
    )
  }
  return port
}

/** The environment variable of each option of a mounted server. */
const variables: Readonly<Partial<Record<keyof McpMountOptions, string>>> = {
  publicUrl: 'SERVICE_MCP_SERVER_URL',
  allowedOAuthClients: 'SERVICE_MCP_ALLOWED_OAUTH_CLIENTS',
}

function readMcp(environment: NodeJS.ProcessEnv, port: number, logger: Logger): McpSettings {
  const clients = environment.SERVICE_MCP_ALLOWED_OAUTH_CLIENTS
  const read = (options: McpMountOptions) => {
    try {
      return resolveMcpOptions(options, environment, logger)
    } catch (error) {
      throw nameVariablesInError(error)
    }
  }
  return read({
    publicUrl: environment.SERVICE_MCP_SERVER_URL || `http://localhost:${port}`,
    tokenTtl: {
      accessTokenSeconds: readSeconds(environment, 'SERVICE_MCP_ACCESS_TOKEN_TTL_SECONDS'),
      refreshTokenSeconds: readSeconds(environment, 'SERVICE_MCP_REFRESH_TOKEN_TTL_SECONDS'),
    },
    ...(clients !== undefined && {
      allowedOAuthClients: clients
        .split(',')
        .map(domain => domain.trim())
        .filter(Boolean),
    }),
  })
}

function nameVariablesInError(error: unknown): unknown {
  if (!(error instanceof McpConfigurationError)) return error
  const message = Object.entries(variables).reduce(
    (text, [option, variable]) => text.replace(`Option '${option}'`, `The variable ${variable}`),
    error.message,
  )
  return new McpConfigurationError(message)
}

function readSeconds(environment: NodeJS.ProcessEnv, name: string): number | undefined {
  const text = environment[name]
  if (!text) return undefined
  const seconds = Number(text)
  if (Number.isSafeInteger(seconds) && seconds > 0) return seconds
  throw new McpConfigurationError(
    `The variable ${name} is '${text}'. It must be a whole number of seconds above 0.`,
  )
}
