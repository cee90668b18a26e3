import { knownNames, type Logger, listOptionNames, show, unknownOption } from '@service/base'
import { type Claims, createClaims } from './claims.js'
import { McpConfigurationError } from './errors.js'
import { readAllowedClients } from './oauth/allowed-clients.js'
import { readTokenTtl } from './oauth/token-ttl.js'
import { type ToolName, toolNames } from './tool-names.js'

/** How the MCP server is mounted on an agent. */
export interface McpMountOptions {
  /** The tools clients see: exactly these. Default: the variable `SERVICE_MCP_ENABLED_TOOLS`, else all. */
  readonly enabledTools?: readonly ToolName[]
  /** A path prefix of all routes, such as `/ai`. Default: none. */
  readonly basePath?: string
  /** The origin where clients reach the agent. Default: that of the environment's agent URL. */
  readonly publicUrl?: string
  /** Upper limits of the lifetimes of tokens. */
  readonly tokenTtl?: {
    readonly accessTokenSeconds?: number
    readonly refreshTokenSeconds?: number
  }
  /** Domains allowed in redirect URLs of clients. Default: any. */
  readonly allowedOAuthClients?: readonly string[]
}

/** Options checked and completed. */
export interface McpSettings extends Claims {
  readonly enabledTools: ReadonlySet<ToolName>
  /** Begins with a slash and does not end with one; empty at the root. */
  readonly basePath: string
  /** An origin. */
  readonly publicUrl?: string
  readonly tokenTtl: { readonly access?: number; readonly refresh?: number }
  readonly allowedClients?: readonly string[]
}

const optionNames = listOptionNames<McpMountOptions>({
  enabledTools: true,
  basePath: true,
  publicUrl: true,
  tokenTtl: true,
  allowedOAuthClients: true,
})

const ttlNames = listOptionNames<NonNullable<McpMountOptions['tokenTtl']>>({
  accessTokenSeconds: true,
  refreshTokenSeconds: true,
})

/**
 * Checks the mount options of an MCP server; an error names the option, what was given and what is
 * allowed.
 *
 * @example
 * const settings = resolveMcpOptions({ basePath: '/ai' }, process.env, console.log)
 * settings.claims('/ai/mcp') // true
 */
export function resolveMcpOptions(
  options: McpMountOptions,
  environment: NodeJS.ProcessEnv,
  logger: Logger,
): McpSettings {
  checkNames(options)
  const basePath = normaliseBasePath(options.basePath)
  return {
    ...createClaims(basePath),
    enabledTools: enabledTools(options.enabledTools, environment, logger),
    basePath,
    publicUrl: options.publicUrl === undefined ? undefined : requireOrigin(options.publicUrl),
    tokenTtl: readTokenTtl(checkTtlNames(options.tokenTtl), logger),
    allowedClients: readAllowedClients(options.allowedOAuthClients),
  }
}

function checkNames(options: object): void {
  if (typeof options !== 'object' || options === null) {
    throw new McpConfigurationError(
      `mountAiMcpServer expects an object of options, not ${show(options)}.`,
    )
  }
  const problem = unknownOption(options, optionNames, 'mountAiMcpServer')
  if (problem) throw new McpConfigurationError(problem)
}

function checkTtlNames(given: McpMountOptions['tokenTtl'] = {}): typeof given {
  if (typeof given !== 'object' || given === null) {
    throw new McpConfigurationError(
      `Option 'tokenTtl' is ${show(given)}. It must be an object with ${ttlNames.join(' and ')}.`,
    )
  }
  const problem = unknownOption(given, ttlNames, "'tokenTtl'")
  if (problem) throw new McpConfigurationError(problem)
  return given
}

function normaliseBasePath(given: unknown = ''): string {
  const parts = typeof given === 'string' ? given.trim().split('/').filter(Boolean) : undefined
  if (!parts?.every(part => /^[\w-]+$/.test(part))) {
    throw new McpConfigurationError(
      `Option 'basePath' is ${show(given)}. It must be a path like '/ai': segments of letters, digits, - and _.`,
    )
  }
  return parts.map(part => `/${part}`).join('')
}

function requireOrigin(given: unknown): string {
  if (typeof given === 'string' && URL.canParse(given)) {
    const { origin, protocol } = new URL(given)
    if (/^https?:$/.test(protocol) && given.replace(/\/$/, '') === origin) return origin
  }
  throw new McpConfigurationError(
    `Option 'publicUrl' is ${show(given)}. It must be an origin like 'https://shop.example.com': scheme, host and port alone.`,
  )
}

function enabledTools(
  given: readonly string[] | undefined,
  environment: NodeJS.ProcessEnv,
  logger: Logger,
): ReadonlySet<ToolName> {
  const names = given === undefined ? namesIn(environment, logger) : checkTools(given)
  if (names.length === 0) {
    logger('Warn', 'AI clients see no tool: none is enabled for the MCP server.')
  }
  return new Set(names)
}

function checkTools(given: readonly unknown[]): readonly ToolName[] {
  if (Array.isArray(given) && given.every(isToolName)) return given
  const wrong = Array.isArray(given) ? given.find(name => !isToolName(name)) : given
  throw new McpConfigurationError(
    `Option 'enabledTools' has ${show(wrong)}. It must be a list of these: ${knownNames(String(wrong), toolNames)}`,
  )
}

function namesIn(environment: NodeJS.ProcessEnv, logger: Logger): readonly ToolName[] {
  const text = environment.SERVICE_MCP_ENABLED_TOOLS
  if (!text?.trim()) return toolNames
  const names = text
    .split(',')
    .map(name => name.trim())
    .filter(Boolean)
  for (const name of names.filter(each => !isToolName(each))) {
    logger(
      'Warn',
      `The variable SERVICE_MCP_ENABLED_TOOLS names '${name}', which is no tool. The tools are: ${knownNames(name, toolNames)}`,
    )
  }
  return names.filter(isToolName)
}

function isToolName(name: unknown): name is ToolName {
  return toolNames.some(known => known === name)
}
