import type { CodeBinding, CodeStore } from './code-store.js'
import { matchesCodeChallenge } from './pkce.js'

/** What a client sends to the token endpoint to exchange a code. */
export interface CodeExchange {
  readonly code: string
  readonly clientId: string
  /** Must be the one of the authorization request, when the client repeats it. */
  readonly redirectUri?: string | undefined
  readonly codeVerifier?: string | undefined
}

/**
 * - `redeemed`: the code was good, and is used now.
 * - `reused`: it was used before, so one of the two callers stole it. End what the first one got.
 * - `expired`: it was not exchanged in time.
 * - `mismatched`: the redirect URI or the verifier is another one. The code is used now.
 * - `unknown`: the client has no such code.
 */
export type Redemption<Stored> =
  | { readonly status: 'redeemed' | 'reused' | 'expired' | 'mismatched'; readonly data: Stored }
  | { readonly status: 'unknown' }

/**
 * Redeems a code at most once (RFC 6749 §4.1.3, RFC 7636 §4.6, RFC 9700 §2.1.1).
 *
 * @example
 * const redemption = await redeemCode(codes, { code, clientId, codeVerifier })
 * if (redemption.status !== 'redeemed') throw new OAuthError('The code is invalid.', 'invalid_grant')
 */
export async function redeemCode<Data, Stored>(
  codes: Pick<CodeStore<Data, Stored>, 'take'>,
  exchange: CodeExchange,
): Promise<Redemption<Stored>> {
  const taken = await codes.take(exchange.code, exchange.clientId)
  if (!taken) return { status: 'unknown' }
  const { binding, data, isUsed, isExpired } = taken
  if (isUsed) return { status: 'reused', data }
  if (isExpired) return { status: 'expired', data }
  return { status: matchesBinding(binding, exchange) ? 'redeemed' : 'mismatched', data }
}

function matchesBinding(
  { redirectUri, codeChallenge }: CodeBinding,
  exchange: CodeExchange,
): boolean {
  const isSameAddress =
    exchange.redirectUri === undefined ||
    redirectUri === undefined ||
    exchange.redirectUri === redirectUri
  return isSameAddress && matchesCodeChallenge(codeChallenge, exchange.codeVerifier)
}
