import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type SignJWT } from 'jose'

/** The keys of the sandboxes of this process, made when they are first needed. */
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

/** Making an RSA key may take seconds, so all sandboxes share one: it guards nothing but tests. */
const pairs = new Map<Algorithm, Promise<KeyPair>>()

function getKeyPair(algorithm: Algorithm): Promise<KeyPair> {
  const pair = pairs.get(algorithm) ?? generateKeyPair(algorithm)
  pairs.set(algorithm, pair)
  return pair
}

export const sandboxKeys: SandboxKeys = {
  async jwks() {
    const keys = (['EdDSA', 'RS256'] as const).map(async alg => {
      const { publicKey } = await getKeyPair(alg)
      return { ...(await exportJWK(publicKey)), kid: alg, alg, use: 'sig' }
    })
    return { keys: await Promise.all(keys) }
  },
  async sign(alg, token, typ) {
    const { privateKey } = await getKeyPair(alg)
    return token.setProtectedHeader({ alg, kid: alg, typ }).sign(privateKey)
  },
}
