import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { JWTPayload, JWTVerifyOptions } from 'jose'
import { decodeProtectedHeader } from 'jose/decode/protected_header'
import { JWKSNoMatchingKey } from 'jose/errors'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'

/**
 * The keys of one purpose: the newest signs, all verify, so that a secret can be changed while
 * tokens signed with the old one are still valid.
 */
export interface KeyRing {
  /** Signs a token with HS256 and the newest key, whose id is in the header. */
  sign(claims: JWTPayload, typ: string): Promise<string>
  /**
   * Returns the claims of a token that one of the keys signed; rejects with an error of the
   * library.
   */
  verify<Claims>(token: string, rules: JWTVerifyOptions): Promise<Claims & JWTPayload>
}

/**
 * Creates a key ring. `secrets` begin with the newest; `toKey` derives the key of the purpose from
 * a secret.
 *
 * @example
 * const keys = createKeyRing([newSecret, oldSecret], secret => deriveKey(secret, 'invitation'))
 * const token = await keys.sign({ sub: '7', aud: 'invitation' }, 'invitation')
 */
export function createKeyRing(
  secrets: readonly [string, ...string[]],
  toKey: (secret: string) => KeyObject,
): KeyRing {
  const [newest, ...older] = secrets
  const newestId = keyId(newest)
  const newestKey = toKey(newest)
  const keys = new Map([[newestId, newestKey]])
  for (const secret of older) keys.set(keyId(secret), toKey(secret))

  return {
    sign(claims, typ) {
      const header = { alg: 'HS256', typ, kid: newestId }
      return new SignJWT(claims).setProtectedHeader(header).sign(newestKey)
    },
    async verify<Claims>(token: string, rules: JWTVerifyOptions) {
      const candidates = listCandidateKeys(token)
      const last = candidates.pop()
      if (!last) throw new JWKSNoMatchingKey()
      for (const key of candidates) {
        const found = await tryKey<Claims>(token, key, rules)
        if (found) return found
      }
      return (await jwtVerify<Claims>(token, last, rules)).payload
    },
  }

  /** Tokens minted by other tools name no key, so any key may have signed them. */
  function listCandidateKeys(token: string): KeyObject[] {
    const named = namedKey(token)
    if (named === undefined) return [...keys.values()]
    const key = keys.get(named)
    return key ? [key] : []
  }
}

/**
 * Derives the key of a purpose. It reveals neither the secret nor the keys of other purposes.
 *
 * @example
 * const key = deriveKey(process.env.SERVICE_AUTH_SECRET!, 'invitation')
 */
export function deriveKey(secret: string, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
}

/** Returns an id that distinguishes secrets without revealing them. */
export function keyId(secret: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', 'key id', 9)).toString('base64url')
}

function namedKey(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).kid
  } catch {
    return undefined
  }
}

/** Undefined when another key signed the token. */
async function tryKey<Claims>(token: string, key: KeyObject, rules: JWTVerifyOptions) {
  try {
    return (await jwtVerify<Claims>(token, key, rules)).payload
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED') throw error
    return undefined
  }
}
