import type { KeyObject } from 'node:crypto'
import type { CompactJWEHeaderParameters, JWTDecryptOptions, JWTPayload } from 'jose'
import { JWKSNoMatchingKey } from 'jose/errors'
import { jwtDecrypt } from 'jose/jwt/decrypt'
import { EncryptJWT } from 'jose/jwt/encrypt'
import { deriveKey, keyId } from './key-ring.js'

/**
 * The keys of one purpose for tokens that their holder cannot read: the newest encrypts, all
 * decrypt, so that a secret can be changed while tokens of the old one are still valid.
 */
export interface EncryptionKeyRing {
  /** Encrypts a token with A256GCM and the newest key, whose id is in the header. */
  encrypt(claims: JWTPayload, typ: string): Promise<string>
  /**
   * Returns the claims of a token that one of the keys encrypted; rejects with an error of the
   * library.
   */
  decrypt<Claims>(token: string, rules: JWTDecryptOptions): Promise<Claims & JWTPayload>
}

/**
 * Creates an encryption key ring. `secrets` begin with the newest; each purpose has separate keys.
 *
 * @example
 * const seals = createSealRing([newSecret, oldSecret], 'invitation')
 * const token = await seals.seal({ sub: '7', aud: 'invitation' }, 'invitation')
 */
export function createEncryptionKeyRing(
  secrets: readonly [string, ...string[]],
  purpose: string,
): EncryptionKeyRing {
  const keys = new Map(secrets.map(secret => [keyId(secret), deriveKey(secret, purpose)]))
  const newestId = keyId(secrets[0])
  const newestKey = deriveKey(secrets[0], purpose)

  const findKey = ({ kid }: CompactJWEHeaderParameters): KeyObject => {
    const key = keys.get(kid ?? '')
    if (!key) throw new JWKSNoMatchingKey()
    return key
  }

  return {
    encrypt: (claims, typ) =>
      new EncryptJWT(claims)
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', typ, kid: newestId })
        .encrypt(newestKey),
    async decrypt<Claims>(token: string, rules: JWTDecryptOptions) {
      const { payload } = await jwtDecrypt<Claims>(token, findKey, {
        ...rules,
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      })
      return payload
    },
  }
}
