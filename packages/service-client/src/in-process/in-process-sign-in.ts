import { createMemoryCodeStore, redeemCode } from '@service/authorization'
import { SignInRefusedError } from '../port/errors.js'
import type { ServicePort, SignInRequest } from '../port/service-port.js'
import type { Snapshot } from '../port/snapshot.js'
import { buildSignInUrl } from '../sign-in/build-sign-in-url.js'

/** Lets people in without a password: a test or an example says who they are. */
interface InProcessSignIn extends Pick<ServicePort, 'authorizationUrl' | 'exchangeCode'> {
  issueCode(userId: number, authorizationUrl: string): string
}

interface CodeData extends Pick<SignInRequest, 'renderingId' | 'nonce'> {
  readonly userId: number
}

/** There is one agent, which does not have to name itself. */
const clientId = 'agent'

export function createInProcessSignIn(
  signInUrl: string,
  snapshotNow: () => Snapshot,
): InProcessSignIn {
  const codes = createMemoryCodeStore<CodeData>()

  return {
    authorizationUrl: async request => buildSignInUrl(signInUrl, request),
    issueCode(userId, authorizationUrl) {
      const requested = new URL(authorizationUrl).searchParams
      return codes.issue(
        { clientId, codeChallenge: requested.get('code_challenge') ?? '' },
        {
          userId,
          renderingId: Number(requested.get('rendering_id')),
          nonce: requested.get('nonce') ?? '',
        },
      )
    },
    async exchangeCode({ code: text, renderingId, nonce, codeVerifier }) {
      const redemption = await redeemCode(codes, { code: text, clientId, codeVerifier })
      const isKnown = redemption.status === 'redeemed' || redemption.status === 'mismatched'
      if (!isKnown) {
        throw new SignInRefusedError(401, 'invalid_grant', 'The code is unknown, used or expired.')
      }
      const { data: code, status } = redemption
      if (status === 'mismatched' || code.nonce !== nonce) {
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
