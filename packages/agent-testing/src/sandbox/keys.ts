import { setTimeout as wait } from 'node:timers/promises'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type SignJWT } from 'jose'

/** The keys of the sandbox, made when they are first needed. */
export interface SandboxKeys {
  /** The public halves, as `/oidc/jwks` answers them. */
  jwks(): Promise<{ readonly keys: readonly JWK[] }>
  /** `RS256` for id tokens, `EdDSA` for approvals. */
  sign(algorithm: Algorithm, token: SignJWT, typ: string): Promise<string>
}

type Algorithm = 'RS256' | 'EdDSA'

interface KeyPair {
  readonly privateKey: CryptoKey
  readonly publicKey: CryptoKey
}

/** Milliseconds that agents wait before they look for an unknown key again. */
const agentTimeoutMs = 5000

/**
 * Making an RSA key may take seconds, and only signing in needs one: approvals do not wait for it.
 * Whoever signs in right after an approval waits until agents look at the keys again.
 */
export function createKeys(): SandboxKeys {
  const pairs = new Map<Algorithm, Promise<KeyPair>>()
  let isComplete = false
  let shownIncompleteAt = Number.NEGATIVE_INFINITY

  const getKeyPair = (algorithm: Algorithm): Promise<KeyPair> => {
    const pair = pairs.get(algorithm) ?? generateKeyPair(algorithm)
    pairs.set(algorithm, pair)
    return pair
  }

  return {
    async jwks() {
      const shown: Algorithm[] = isComplete ? ['EdDSA', 'RS256'] : ['EdDSA']
      if (!isComplete) shownIncompleteAt = performance.now()
      const keys = shown.map(async alg => {
        const { publicKey } = await getKeyPair(alg)
        return { ...(await exportJWK(publicKey)), kid: alg, alg, use: 'sig' }
      })
      return { keys: await Promise.all(keys) }
    },
    async sign(alg, token, typ) {
      const { privateKey } = await getKeyPair(alg)
      if (alg === 'RS256' && !isComplete) {
        isComplete = true
        const left = shownIncompleteAt + agentTimeoutMs - performance.now()
        if (left > 0) await wait(left)
      }
      return token.setProtectedHeader({ alg, kid: alg, typ }).sign(privateKey)
    },
  }
}
