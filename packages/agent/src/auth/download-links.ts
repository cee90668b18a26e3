import { createHash } from 'node:crypto'
import { UnauthorizedError } from '@service/base'
import { createKeyRing, deriveKey, type Session } from '@service/tokens'

export interface SignedDownload {
  readonly token: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/**
 * Signs tokens for one download each: bound to a person, a path and a query, valid for a minute. They
 * are no sessions: their key is another one.
 */
export interface DownloadLinks {
  /** `target` is the path and the query of the download. */
  sign(session: Session, target: string): Promise<SignedDownload>
  /** Rejects with a 401 unless the token is valid for this path and query. */
  verify(token: string, target: string): Promise<Session>
}

/** The name of the parameter that contains the token. */
export const downloadParameter = 'downloadLink'

const lifetimeSeconds = 60
const issuer = 'agent'
const audience = 'agent-download'
const typ = 'download'

type Claims = Pick<
  Session,
  'userId' | 'renderingId' | 'role' | 'roleId' | 'sessionVersion' | 'signedInAt' | 'preview'
> & { readonly target: string; readonly exp: number }

export function createDownloadLinks(authSecrets: readonly [string, ...string[]]): DownloadLinks {
  const keys = createKeyRing(authSecrets, secret => deriveKey(secret, audience))
  return {
    async sign(session, target) {
      const { userId, renderingId, role, roleId, sessionVersion, signedInAt, preview } = session
      const end = Math.floor(session.expiresAt / 1000)
      const exp = Math.min(Math.floor(Date.now() / 1000) + lifetimeSeconds, end)
      const person = { userId, renderingId, role, roleId, sessionVersion, signedInAt, preview }
      const claims = { ...person, target: digest(target), iss: issuer, aud: audience, exp }
      return { token: await keys.sign(claims, typ), expiresAt: exp * 1000 }
    },
    async verify(token, target) {
      const rules = { algorithms: ['HS256'], typ, issuer, audience, requiredClaims: ['exp'] }
      const claims = await keys.verify<Claims>(token, rules).catch((error: { code?: string }) => {
        throw new UnauthorizedError(error.code === 'ERR_JWT_EXPIRED' ? expired : altered)
      })
      if (claims.target !== digest(target)) throw new UnauthorizedError(otherTarget)
      const { userId, renderingId, role, roleId, sessionVersion, signedInAt, preview } = claims
      const person = { userId, renderingId, role, roleId, sessionVersion, signedInAt, preview }
      return { ...person, expiresAt: claims.exp * 1000 }
    },
  }
}

const expired = 'The download link has expired: it is valid for a minute. Start the download again.'
const altered = 'The download link was altered, or another agent made it. Start the download again.'
const otherTarget = 'The download link is for another path or query. Start the download again.'

function digest(target: string): string {
  return createHash('sha256').update(target).digest('base64url')
}

const prefix = `${downloadParameter}=`

/** Separates the token of a download link from the other parameters; undefined when there is none. */
export function splitDownloadLink(
  query: string,
): { readonly token: string; readonly query: string } | undefined {
  const parameters = query.split('&')
  const index = parameters.findIndex(each => each.startsWith(prefix))
  if (index < 0) return undefined
  const token = parameters[index]!.slice(prefix.length)
  return { token, query: parameters.toSpliced(index, 1).join('&') }
}
