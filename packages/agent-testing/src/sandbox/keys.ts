import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type SignJWT } from 'jose'

/** The keys of the sandbox, made when they are first needed. */
export interface SandboxKeys {
  /** The public halves, as `/oidc/jwks` answers them. */
  jwks(): Promise<{ readonly keys: readonly JWK[] }>
  /** `RS256` for id tokens, `EdDSA` for approvals. */
  sign(algorithm: Algorithm, token: SignJWT, typ: string): Promise<string>
}

type Algorithm = 'RS256' | 'EdDSA'

const algorithms = ['RS256', 'EdDSA'] as const

export function createKeys(): SandboxKeys {
  let made: Promise<ReadonlyMap<Algorithm, { privateKey: CryptoKey; publicKey: CryptoKey }>>
  const pairs = () => {
    made ??= Promise.all(
      algorithms.map(async algorithm => [algorithm, await generateKeyPair(algorithm)] as const),
    ).then(entries => new Map(entries))
    return made
  }
  return {
    async jwks() {
      const entries = [...(await pairs())]
      const keys = entries.map(async ([alg, { publicKey }]) => ({
        ...(await exportJWK(publicKey)),
        kid: alg,
        alg,
        use: 'sig',
      }))
      return { keys: await Promise.all(keys) }
    },
    async sign(alg, token, typ) {
      const { privateKey } = (await pairs()).get(alg)!
      return token.setProtectedHeader({ alg, kid: alg, typ }).sign(privateKey)
    },
  }
}
