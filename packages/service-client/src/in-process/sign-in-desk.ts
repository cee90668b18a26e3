import { randomUUID } from 'node:crypto'
import { SignInRefusedError } from '../port/errors.js'
import type { ServicePort, SignInRequest } from '../port/service-port.js'
import type { Snapshot } from '../port/snapshot.js'
import { challengeOf } from './code-challenge.js'

/** Lets people in without a password: a test or an example says who they are. */
interface SignInDesk extends Pick<ServicePort, 'authorizationUrl' | 'exchangeCode'> {
  issueCode(userId: number, authorizationUrl: string): string
}

interface Code extends Omit<SignInRequest, 'state'> {
  readonly userId: number
  readonly expiresAt: number
}

const codeLifetime = 60_000

export function createSignInDesk(signInUrl: string, snapshotNow: () => Snapshot): SignInDesk {
  const codes = new Map<string, Code>()

  const takeCode = (text: string): Code => {
    const code = codes.get(text)
    codes.delete(text)
    if (code && code.expiresAt > Date.now()) return code
    throw new SignInRefusedError(401, 'invalid_grant', 'The code is unknown, used or expired.')
  }

  return {
    async authorizationUrl({ renderingId, state, nonce, codeChallenge }) {
      const url = new URL(signInUrl)
      const parameters = {
        response_type: 'code',
        scope: 'openid email profile',
        rendering_id: String(renderingId),
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
      }
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
      return url.href
    },
    issueCode(userId, authorizationUrl) {
      const now = Date.now()
      for (const [text, { expiresAt }] of codes) if (expiresAt <= now) codes.delete(text)
      const asked = new URL(authorizationUrl).searchParams
      const code = randomUUID()
      codes.set(code, {
        userId,
        renderingId: Number(asked.get('rendering_id')),
        nonce: asked.get('nonce') ?? '',
        codeChallenge: asked.get('code_challenge') ?? '',
        expiresAt: now + codeLifetime,
      })
      return code
    },
    async exchangeCode({ code: text, renderingId, nonce, codeVerifier }) {
      const code = takeCode(text)
      if (code.codeChallenge !== challengeOf(codeVerifier) || code.nonce !== nonce) {
        throw new SignInRefusedError(401, 'invalid_grant', 'Another browser asked for this code.')
      }
      const { users, renderings, roles } = snapshotNow()
      const user = users.get(code.userId)
      const rendering = renderings.get(renderingId)
      const isMember = user?.renderingIds?.includes(renderingId) ?? false
      if (!user || !rendering || !isMember || code.renderingId !== renderingId) {
        throw new SignInRefusedError(403, 'access_denied', 'You may not open this rendering.')
      }
      return { ...user, team: rendering.team.name, role: roles.get(user.roleId) ?? '' }
    },
  }
}
