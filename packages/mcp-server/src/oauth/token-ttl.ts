import type { Logger } from '@service/base'
import type { AuthorizationSettings } from '../contracts.js'
import { McpConfigurationError } from '../errors.js'

const minTtlSeconds = 60

/**
 * The most seconds that tokens last. What is below a minute becomes one, with a warning; what is no
 * number of seconds throws.
 *
 * @example
 * readTokenTtl({ accessTokenSeconds: 600 }, console.log) // { access: 600, refresh: undefined }
 */
export function readTokenTtl(
  given: { readonly accessTokenSeconds?: number; readonly refreshTokenSeconds?: number } = {},
  logger: Logger,
): AuthorizationSettings['tokenTtl'] {
  return {
    access: readSeconds('accessTokenSeconds', given.accessTokenSeconds, logger),
    refresh: readSeconds('refreshTokenSeconds', given.refreshTokenSeconds, logger),
  }
}

function readSeconds(name: string, given: unknown, logger: Logger): number | undefined {
  if (given === undefined) return undefined
  if (!Number.isSafeInteger(given) || (given as number) <= 0) {
    throw new McpConfigurationError(
      `Option 'tokenTtl.${name}' is ${JSON.stringify(given) ?? String(given)}. It must be a whole number of ` +
        `seconds, ${minTtlSeconds} or more.`,
    )
  }
  const seconds = given as number
  if (seconds >= minTtlSeconds) return seconds
  logger(
    'Warn',
    `Option 'tokenTtl.${name}' is ${seconds}: the shortest is ${minTtlSeconds}, used now.`,
  )
  return minTtlSeconds
}
