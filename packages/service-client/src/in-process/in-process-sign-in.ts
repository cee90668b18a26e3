import { type CodeExchange, createMemoryCodeStore, redeemCode } from '@service/authorization'
import { SignInRefusedError } from '../port/errors.js'
import type { PanelPort } from '../port/panel-port.js'
import type { ServicePort, SignInRequest } from '../port/service-port.js'
import type { SignedInUser } from '../port/signed-in-user.js'
import type { Snapshot } from '../port/snapshot.js'
import { buildSignInUrl } from '../sign-in/build-sign-in-url.js'

/** Lets people in without a password: a test or an example says who they are. */
interface InProcessSignIn extends Pick<ServicePort, 'authorizationUrl' | 'exchangeCode'> {
  issueCode(userId: number, authorizationUrl: string): string
  issuePanelCode(userId: number, codeChallenge: string, renderingId: number): string
  readonly panel: PanelPort
}

interface CodeData extends Pick<SignInRequest, 'renderingId' | 'nonce'> {
  readonly userId: number
}

/** There is one agent, which does not have to name itself. */
const clientId = 'agent'
const panelId = 'panel'

export function createInProcessSignIn(
  signInUrl: string,
  snapshotNow: () => Snapshot,
): InProcessSignIn {
  const codes = createMemoryCodeStore<CodeData>()

  const redeem = async (exchange: CodeExchange): Promise<CodeData> => {
    const redemption = await redeemCode(codes, exchange)
    if (redemption.status === 'redeemed') return redemption.data
    const isOther = redemption.status === 'mismatched'
    throw refusal(isOther ? otherBrowser : 'The code is unknown, used or expired.')
  }

  const openRendering = ({ userId, renderingId }: CodeData): SignedInUser => {
    const { users, renderings, roles } = snapshotNow()
    const user = users.get(userId)
    const rendering = renderings.get(renderingId)
    const isMember = user?.renderingIds?.includes(renderingId) ?? false
    if (!user || !rendering || !isMember) throw refuseRendering()
    return { ...user, team: rendering.team.name, role: roles.get(user.roleId) ?? '' }
  }

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
      const code = await redeem({ code: text, clientId, codeVerifier })
      if (code.nonce !== nonce) throw refusal(otherBrowser)
      if (code.renderingId !== renderingId) throw refuseRendering()
      return openRendering(code)
    },
    issuePanelCode: (userId, codeChallenge, renderingId) =>
      codes.issue({ clientId: panelId, codeChallenge }, { userId, renderingId, nonce: '' }),
    panel: {
      follow: async () => {},
      origins: URL.canParse(signInUrl) ? [new URL(signInUrl).origin] : [],
      async exchangeCode(exchange) {
        const code = await redeem({ ...exchange, clientId: panelId })
        return { user: openRendering(code), renderingId: code.renderingId }
      },
    },
  }
}

const otherBrowser = 'Another browser asked for this code.'

const refusal = (message: string) => new SignInRefusedError(401, 'invalid_grant', message)

const refuseRendering = () =>
  new SignInRefusedError(403, 'access_denied', 'You may not open this rendering.')
