import { computeCodeChallenge } from '@service/authorization'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import type { SignInRequest } from '../port/service-port.js'
import type { WireService } from './start-wire-service.js'

/** Lets a wire service sign users in and sign approvals. */
export interface WireIdentity {
  /** The public URL, which differs from the one the agent calls. */
  readonly issuer: string
  /** Signs with the key of the service, or with the given one. */
  signApproval(claims: JWTPayload, options?: SigningOptions): Promise<string>
  signIdToken(claims: JWTPayload, options?: SigningOptions): Promise<string>
  /** Replaces the key for approvals. */
  rotate(): Promise<void>
}

interface SigningOptions {
  readonly typ?: string
  readonly isForged?: boolean
}

const environmentId = 12
export const profile = {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Byron',
  teams: ['Operations'],
  role: 'Operator',
  role_id: 1,
  permission_level: 'user',
  tags: [{ key: 'region', value: 'FR' }],
}

// Creating RSA keys takes longer than the timeout of a hook.
const keys = await Promise.all([
  generateKeyPair('RS256'),
  generateKeyPair('RS256'),
  generateKeyPair('EdDSA'),
  generateKeyPair('EdDSA'),
])

export async function addIdentity(wire: WireService, now: () => number): Promise<WireIdentity> {
  const issuer = 'https://service.example.com/oidc'
  const [idKey, forgedIdKey, firstApprovalKey, forgedApprovalKey] = keys
  const forgedKeys = { RS256: forgedIdKey.privateKey, EdDSA: forgedApprovalKey.privateKey }
  let approvalKey = firstApprovalKey
  let approvalKid = 'approval-1'

  const publish = async () => {
    const published = [
      { ...(await exportJWK(idKey.publicKey)), kid: 'id-1', alg: 'RS256', use: 'sig' },
      { ...(await exportJWK(approvalKey.publicKey)), kid: approvalKid, alg: 'EdDSA', use: 'sig' },
    ]
    wire.reply('/oidc/jwks', { body: { keys: published } })
  }

  const sign = (
    alg: 'RS256' | 'EdDSA',
    claims: JWTPayload,
    { typ = 'JWT', isForged = false }: SigningOptions,
  ) => {
    const kid = alg === 'RS256' ? 'id-1' : approvalKid
    const { privateKey } = alg === 'RS256' ? idKey : approvalKey
    return new SignJWT(claims)
      .setProtectedHeader({ alg, kid, typ })
      .sign(isForged ? forgedKeys[alg] : privateKey)
  }

  await publish()
  wire.reply('/oidc/.well-known/openid-configuration', {
    body: { issuer, authorization_endpoint: `${issuer}/authorize` },
  })
  wire.reply('/oidc/reg', {
    status: 201,
    body: { client_id: 'agent_1', redirect_uris: ['https://agent.example.com/callback'] },
  })
  wire.reply('/agent-api/environment', {
    body: {
      data: {
        id: String(environmentId),
        attributes: { api_endpoint: 'https://agent.example.com', hint: 'a hint' },
      },
    },
  })
  wire.reply('/agent-api/renderings/5/authorization', {
    body: { data: { id: '7', attributes: profile } },
  })

  return {
    issuer,
    signIdToken: (claims, options = {}) => sign('RS256', claims, options),
    signApproval: (claims, options = {}) =>
      sign(
        'EdDSA',
        {
          iss: issuer,
          aud: `approval:${environmentId}`,
          exp: Math.floor(now() / 1000) + 600,
          jti: '31',
          ...claims,
        },
        { typ: 'approval+jwt', ...options },
      ),
    async rotate() {
      approvalKey = await generateKeyPair('EdDSA')
      approvalKid = 'approval-2'
      await publish()
    },
  }
}

/** The parameters of a sign-in, with the code verifier. */
export function createAttempt(): SignInRequest & { readonly codeVerifier: string } {
  const codeVerifier = 'verifier-'.repeat(6)
  const codeChallenge = computeCodeChallenge(codeVerifier)
  return { renderingId: 5, state: 'a state', nonce: 'a nonce', codeChallenge, codeVerifier }
}
