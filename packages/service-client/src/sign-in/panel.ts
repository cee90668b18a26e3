import { isServiceError, parseJson } from '@service/base'
import { isOrigin } from '@service/http'
import { idAt, objectAt, textAt } from '../documents/shape.js'
import type { SnapshotUpdater } from '../documents/snapshot-updater.js'
import { SignInRefusedError } from '../port/errors.js'
import type { PanelCode, PanelPort, PanelSignIn, Preview } from '../port/panel-port.js'
import type { SignedInUser } from '../port/signed-in-user.js'
import { type CallError, toCallError } from '../transport/call-error.js'
import type { Caller } from '../transport/call-service.js'
import { parseAuthorization, refuseUser } from './sign-in.js'

export interface PanelOptions {
  readonly caller: Caller
  readonly snapshotUpdater: SnapshotUpdater
  /** Called with each person who signs in. */
  onSignIn(user: SignedInUser): Promise<void>
}

const codesPath = '/agent-api/panel-codes'

/** Creates the access to the panel. Its origins are not requested until `follow` is called. */
export function createPanel({ caller, snapshotUpdater, onSignIn }: PanelOptions): PanelPort {
  const document = snapshotUpdater.follow({
    name: 'environment',
    path: '/agent-api/environment',
    parse: parseOrigins,
    // An agent that starts while the service is away must accept the pages that are open.
    isStored: true,
  })

  async function exchange({ code, codeVerifier }: PanelCode): Promise<PanelSignIn> {
    const { text } = await caller
      .call({ method: 'POST', path: codesPath, body: { code, codeVerifier } })
      .catch(error => refuseCode(toCallError(error, codesPath)))
    const answer = parseJson(text)
    const user = parseAuthorization(answer)
    const { renderingId, preview } = objectAt(answer, 'the response')
    const opened = preview === undefined ? { renderingId } : objectAt(preview, 'preview')
    await onSignIn(user)
    return {
      user,
      renderingId: idAt(opened.renderingId, 'renderingId'),
      ...(preview !== undefined && { preview: parsePreview(opened) }),
    }
  }

  return {
    follow: document.want,
    get origins() {
      return document.last ?? []
    },
    exchangeCode: code =>
      exchange(code).catch(error => {
        throw isServiceError(error) ? error : toCallError(error, codesPath).toUnavailableError()
      }),
  }
}

function parsePreview({ role: given, seconds }: Readonly<Record<string, unknown>>): Preview {
  const role = objectAt(given, 'preview.role')
  return {
    role: { id: idAt(role.id, 'preview.role.id'), name: textAt(role.name, 'preview.role.name') },
    seconds: idAt(seconds, 'preview.seconds'),
  }
}

interface EnvironmentDocument {
  readonly data?: { readonly attributes?: { readonly panelOrigins?: unknown } }
}

/** A service of an earlier version has no panel. */
function parseOrigins(document: unknown): readonly string[] {
  const origins = (document as EnvironmentDocument | undefined)?.data?.attributes?.panelOrigins
  return Array.isArray(origins) ? origins.filter(isOrigin) : []
}

function refuseCode(error: CallError): never {
  if (error.code !== 'invalid_code') return refuseUser(error)
  throw new SignInRefusedError(401, error.code, error.detail ?? 'The service refused the code.')
}
