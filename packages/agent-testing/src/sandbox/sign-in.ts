import { randomUUID } from 'node:crypto'
import { buildRedirect, createMemoryCodeStore, redeemCode } from '@service/authorization'
import type { WireAuthorization } from '@service/protocol'
import type { InProcessService } from '@service/service-client'
import { SignJWT } from 'jose'
import type { SandboxKeys } from './keys.js'

/** Where people return to after signing in, and who they are. */
export interface SignIn {
  readonly clientId: string
  readonly redirectUri: string
  /** Where the agent is, when somebody said so. */
  agentUrl: string | undefined
  /** Who signs in when a browser comes. */
  userId: number
  /** The address to send a browser back to, with a code. */
  authorize(query: URLSearchParams): string
  /** Tokens for a code, or undefined when it is not good. */
  exchange(form: URLSearchParams): Promise<object | undefined>
  /** The profile behind an access token; undefined when it may not open the rendering. */
  profile(accessToken: string, renderingId: number): WireAuthorization | undefined
  /** The profile of a user; undefined when they may not open the rendering. */
  findProfile(userId: number, renderingId: number): WireAuthorization | undefined
  /** Makes an access token that was given elsewhere stand for somebody here too. */
  remember(accessToken: string, userId: number): void
}

interface CodeData {
  readonly userId: number
  readonly nonce: string | null
}

export interface SignInSettings {
  readonly service: InProcessService
  readonly issuer: string
  readonly keys: SandboxKeys
  readonly agentUrl?: string
}

const lifetimeSeconds = 3600
const defaultAgentUrl = 'http://localhost:3351/service'

/** Nobody is asked for a password: a browser that comes is the user it shall be. */
export function createSignIn({ service, issuer, keys, agentUrl }: SignInSettings): SignIn {
  const codes = createMemoryCodeStore<CodeData>()
  const tokens = new Map<string, number>()
  const clientId = `agent-${randomUUID()}`
  return {
    clientId,
    agentUrl,
    get redirectUri() {
      return `${this.agentUrl ?? defaultAgentUrl}/authentication/callback`
    },
    userId: 1,
    authorize(query) {
      const codeChallenge = query.get('code_challenge') ?? undefined
      const userId = Number(query.get('user_id') ?? this.userId)
      const code = codes.issue({ clientId, codeChallenge }, { userId, nonce: query.get('nonce') })
      return buildRedirect(this.redirectUri, { code }, query.get('state') ?? '')
    },
    async exchange(form) {
      const redemption = await redeemCode(codes, {
        code: form.get('code') ?? '',
        clientId,
        codeVerifier: form.get('code_verifier') ?? undefined,
      })
      if (redemption.status !== 'redeemed') return undefined
      const { data: code } = redemption
      const accessToken = randomUUID()
      tokens.set(accessToken, code.userId)
      const idToken = new SignJWT(code.nonce === null ? {} : { nonce: code.nonce })
        .setIssuer(issuer)
        .setSubject(String(code.userId))
        .setAudience(clientId)
        .setIssuedAt()
        .setExpirationTime(Math.floor(Date.now() / 1000) + lifetimeSeconds)
      return {
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: lifetimeSeconds,
        id_token: await keys.sign('RS256', idToken, 'JWT'),
      }
    },
    remember(accessToken, userId) {
      tokens.set(accessToken, userId)
    },
    profile(accessToken, renderingId) {
      return this.findProfile(tokens.get(accessToken) ?? Number.NaN, renderingId)
    },
    findProfile(userId, renderingId) {
      const { users, roles, renderings } = service.snapshot
      const user = users.get(userId)
      const rendering = renderings.get(renderingId)
      if (!user || !rendering || !user.renderingIds?.includes(renderingId)) return undefined
      return {
        data: {
          id: String(user.id),
          attributes: {
            email: user.email,
            first_name: user.firstName,
            last_name: user.lastName,
            teams: [rendering.team.name],
            role: roles.get(user.roleId) ?? '',
            role_id: user.roleId,
            permission_level: user.permissionLevel,
            tags: Object.entries(user.tags).map(([key, value]) => ({ key, value })),
          },
        },
      }
    },
  }
}
