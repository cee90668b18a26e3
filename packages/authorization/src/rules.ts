import { OAuthError, type OAuthErrorCode } from './oauth-error.js'

/** One requirement on a request; the message and the code are for a request that does not meet it. */
export type RequestRule<Request, Context = undefined> = (
  request: Request,
  context: Context,
) => readonly [isKept: boolean, message: string, code: OAuthErrorCode]

/**
 * Throws an `OAuthError` for the first rule that a request breaks.
 *
 * @example
 * checkRules([({ scope }) => [scope === 'openid', "'scope' must be 'openid'.", 'invalid_scope']], request, undefined)
 */
export function checkRules<Request, Context>(
  rules: readonly RequestRule<Request, Context>[],
  request: Request,
  context: Context,
): void {
  for (const rule of rules) {
    const [isKept, message, code] = rule(request, context)
    if (!isKept) throw new OAuthError(message, code)
  }
}
