import type { BlockList } from 'node:net'
import { createRecentMap, ForbiddenError, type Logger, UnauthorizedError } from '@service/base'
import type { Caller } from '@service/datasource-toolkit'
import type { CollectionModel, EngineCall, HiddenIn, WriteWatch } from '@service/engine'
import { compileTrustedProxies, type HttpRequest } from '@service/http'
import type {
  Preview,
  Right,
  ServicePort,
  ServiceUser,
  SignedInUser,
  Snapshot,
} from '@service/service-client'
import { createSessionTokens, type IssuedSession, type Session } from '@service/tokens'
import type { Actor } from '../activity/actor.js'
import { checkOrigin } from '../auth/check-origin.js'
import { createDownloadLinks, type SignedDownload } from '../auth/download-links.js'
import { bearerToken, findCookieToken } from '../auth/find-token.js'
import type { Access } from './access.js'
import type { CallerActionRights } from './action-rights.js'
import type { Deny } from './denial.js'
import { checkAddress, clientAddress, compileAllowedAddresses } from './ip-rules.js'
import type { NamedQuery } from './named-query.js'
import { createPrincipal, type Principal } from './principal.js'
import type { QueryChartName } from './query-chart.js'
import { createSchemaTags } from './schema-tag.js'

export interface GatewayOptions {
  readonly authSecrets: readonly [string, ...string[]]
  readonly service: ServicePort
  readonly logger: Logger
  readonly allowedOrigins: readonly string[]
  /** Which `X-Forwarded-For` headers are trusted: none, that of the last proxy, or those of the listed proxies. */
  readonly trustProxy: boolean | readonly string[]
  /** Whether IP rules accept requests from the machine itself. */
  readonly ipRulesAllowLoopback: boolean
  /** Identifies the model; called when the first person signs in. */
  readonly tagModel: () => string
}

/** Checks the session and the permissions of every request to the agent. */
export interface Gateway {
  /**
   * Throws or rejects: 401 without a valid session, 403 for a forbidden IP address, origin or rendering.
   * Returns a promise only for a token that was not verified before.
   */
  open(request: HttpRequest, requestId: string): Access | Promise<Access>
  /**
   * The same for a download, with the token of its link instead of a session. `target` is its path and
   * query.
   */
  openDownload(
    request: HttpRequest,
    requestId: string,
    token: string,
    target: string,
  ): Promise<Access>
  /** Signs a link to a download for the person of a request that `open` accepted. */
  signDownload(request: HttpRequest, target: string): Promise<SignedDownload>
  /** Throws a 403 for a forbidden IP address. */
  checkAddress(request: HttpRequest): void
  /** The IP address of the client, according to trusted proxies only. */
  clientAddress(request: HttpRequest): string | undefined
  /** Issues a session of one hour for a user the service authenticated. */
  issueSession(user: SignedInUser, renderingId: number): Promise<IssuedSession>
  /** Issues a read-only session in which an administrator sees what a role sees. */
  issuePreview(user: SignedInUser, renderingId: number, preview: Preview): Promise<IssuedSession>
  /** Extends the session of a request that `open` accepted by an hour. */
  renewSession(request: HttpRequest): Promise<IssuedSession>
}

const rememberedSessions = 10_000

/** A known token costs one lookup, an unchanged snapshot one comparison. */
export function createGateway(options: GatewayOptions): Gateway {
  const { service, logger } = options
  const proxies = compileTrustedProxies(options.trustProxy)
  const addressSettings = { proxies, allowsLoopback: options.ipRulesAllowLoopback }
  const tokens = createSessionTokens(options.authSecrets)
  const downloadLinks = createDownloadLinks(options.authSecrets)
  const allowedOrigins = new Set(options.allowedOrigins)
  // By the text the token was found in: a cookie value, or a whole Authorization header.
  const sessions = createRecentMap<string, Session>(rememberedSessions)
  let modelTag: string | undefined
  let permissions: Permissions | undefined
  const currentPermissions = (): Permissions => {
    const { snapshot } = service
    if (permissions?.snapshot !== snapshot) {
      permissions = readPermissions(snapshot, logger, findModelTag)
    }
    return permissions
  }
  const findModelTag = () => {
    modelTag ??= options.tagModel()
    return modelTag
  }

  const verify = async (text: string, token: string): Promise<Session> => {
    const session = await tokens.verify(token)
    sessions.set(text, session)
    return session
  }

  const findSession = (request: HttpRequest): Session | Promise<Session> => {
    const cookie = findCookieToken(request)
    if (cookie !== undefined) {
      checkOrigin(request, allowedOrigins)
      return sessions.get(cookie) ?? verify(cookie, cookie)
    }
    const header = request.header('authorization')
    if (header === undefined) throw new UnauthorizedError('This route needs a session token.')
    return sessions.get(header) ?? verify(header, bearerToken(header))
  }

  const admit = (session: Session, request: HttpRequest, requestId: string): Access => {
    if (session.expiresAt <= Date.now()) throw new UnauthorizedError('The session has expired.')
    const { allowedAddresses, getPrincipal } = currentPermissions()
    if (allowedAddresses) checkAddress(request, allowedAddresses, addressSettings, logger)
    return new RequestAccess(getPrincipal(session), request, requestId)
  }

  return {
    checkAddress(request) {
      const { allowedAddresses } = currentPermissions()
      if (allowedAddresses) checkAddress(request, allowedAddresses, addressSettings, logger)
    },
    clientAddress: request => clientAddress(request, proxies),
    issueSession: tokens.issue,
    issuePreview: tokens.issuePreview,
    async renewSession(request) {
      const session = await findSession(request)
      return tokens.renew(session, currentPermissions().readProfile(session))
    },
    async openDownload(request, requestId, token, target) {
      return admit(await downloadLinks.verify(token, target), request, requestId)
    },
    async signDownload(request, target) {
      return downloadLinks.sign(await findSession(request), target)
    },
    open(request, requestId) {
      const session = findSession(request)
      return session instanceof Promise
        ? session.then(verified => admit(verified, request, requestId))
        : admit(session, request, requestId)
    },
  }
}

interface Permissions {
  readonly snapshot: Snapshot
  readonly allowedAddresses?: BlockList
  readonly getPrincipal: (session: Session) => Principal
  /** The current profile of the session's user. */
  readProfile(session: Session): SignedInUser
}

function readPermissions(
  snapshot: Snapshot,
  logger: Logger,
  findModelTag: () => string,
): Permissions {
  const bySession = new WeakMap<Session, Principal>()
  const byUser = new Map<string, Principal>()
  const tagSchema = createSchemaTags(snapshot, findModelTag)

  const findPrincipal = (session: Session): Principal => {
    const user = snapshot.users.get(session.userId)
    if (!user) throw new UnauthorizedError('The user of this session is not known any more.')
    if (session.roleId !== undefined && session.roleId !== user.roleId) {
      throw new UnauthorizedError('Your role has changed: sign in again.')
    }
    if (session.sessionVersion !== undefined && session.sessionVersion < readSessionVersion(user)) {
      throw new UnauthorizedError('Your sessions were ended: sign in again.')
    }
    const { preview } = session
    if (preview && user.permissionLevel !== 'admin') {
      throw new UnauthorizedError('Only administrators view the data as a role: sign in again.')
    }
    const key = `${session.userId} ${session.renderingId} ${preview?.roleId ?? ''}`
    const principal = byUser.get(key) ?? createPrincipal(snapshot, user, session, logger, tagSchema)
    byUser.set(key, principal)
    bySession.set(session, principal)
    return principal
  }

  const getPrincipal = (session: Session) => bySession.get(session) ?? findPrincipal(session)

  return {
    snapshot,
    allowedAddresses: snapshot.ipRules && compileAllowedAddresses(snapshot.ipRules, logger),
    getPrincipal,
    readProfile(session) {
      const { team, role } = getPrincipal(session).profile
      return { ...snapshot.users.get(session.userId)!, team, role }
    },
  }
}

const readSessionVersion = ({ sessionVersion = 0 }: ServiceUser) => sessionVersion

class RequestAccess implements Access {
  watch?: WriteWatch
  readonly #principal: Principal
  readonly #request: HttpRequest
  readonly #requestId: string

  constructor(principal: Principal, request: HttpRequest, requestId: string) {
    this.#principal = principal
    this.#request = request
    this.#requestId = requestId
  }

  get userId(): number {
    return this.#principal.profile.id
  }

  get schemaTag(): string {
    return this.#principal.schemaTag
  }

  get actor(): Actor {
    return this.#principal.actor
  }

  get viewedAsRole(): string | undefined {
    return this.#principal.viewedAsRole
  }

  get deny(): Deny {
    return this.#principal.deny
  }

  can(right: Right, collection: CollectionModel): boolean {
    return this.#principal.can(right, collection)
  }

  mayRead(collection: CollectionModel): boolean {
    return this.#principal.mayRead(collection)
  }

  get hiddenIn(): HiddenIn | undefined {
    return this.#principal.fields?.hiddenIn
  }

  get lockedIn(): HiddenIn | undefined {
    return this.#principal.fields?.lockedIn
  }

  require(right: Right, collection: CollectionModel): void {
    if (this.#principal.can(right, collection)) return
    const { name } = collection
    const error = new ForbiddenError(`Your role has no '${right}' right on '${name}'.`)
    const reason = `The role has no '${right}' right on '${name}'.`
    this.#principal.deny(error, { kind: 'collection', right, collection: name, reason })
  }

  actionRights(action: string, collection: CollectionModel): CallerActionRights {
    return this.#principal.actionRights(action, collection)
  }

  requireChart(chart: object): void {
    if (this.#principal.canRunChart(chart)) return
    const error = new ForbiddenError('This chart is not one of your team. Ask an editor to add it.')
    this.#principal.deny(error, { kind: 'chart', reason: 'The rendering has no such chart.' })
  }

  requireQueryChart(name: QueryChartName): Readonly<Record<string, unknown>> {
    const chart = this.#principal.findQueryChart(name)
    if (chart) return chart
    const error = new ForbiddenError('This chart is not one of your team. Ask an editor to add it.')
    const reason = 'The rendering has no chart with this type, connection and digest of its query.'
    this.#principal.deny(error, { kind: 'chart', reason })
    throw error
  }

  mayRunCodeChart(name: string): boolean {
    return this.#principal.canRunCodeChart(name)
  }

  requireCodeChart(name: string): void {
    if (this.mayRunCodeChart(name)) return
    const error = new ForbiddenError('This chart is not one of your team. Ask an editor to add it.')
    const reason = `The rendering has no chart with the route of '${name}'.`
    this.#principal.deny(error, { kind: 'chart', reason })
  }

  requireSegmentQuery(query: string, connectionName: string, collection: CollectionModel): void {
    if (this.#principal.canRunQuery(query, connectionName, collection)) return
    const { name } = collection
    const error = new ForbiddenError(`This query is not a segment of '${name}'.`)
    const reason = `The rendering has no such live query on connection '${connectionName}'.`
    this.#principal.deny(error, { kind: 'segment', collection: name, reason })
  }

  get mayWriteQueries(): boolean {
    return this.#principal.mayWriteQueries
  }

  namedQueries(collection: CollectionModel): ReadonlyMap<string, NamedQuery> {
    return this.#principal.namedQueries(collection)
  }

  variable(name: string): string | undefined {
    return this.#principal.variable(name)
  }

  call(timezone: string): EngineCall {
    const { profile, findScope, fields } = this.#principal
    return {
      timezone,
      now: new Date(),
      signal: this.#request.signal,
      caller: toCaller(profile, timezone, this.#requestId),
      findScope,
      hiddenIn: fields?.hiddenIn,
      isOuter: true,
      watch: this.watch,
    }
  }
}

// Written out: this runs for every request, and a spread is ten times slower.
function toCaller(profile: Principal['profile'], timezone: string, requestId: string): Caller {
  return {
    id: profile.id,
    email: profile.email,
    firstName: profile.firstName,
    lastName: profile.lastName,
    team: profile.team,
    role: profile.role,
    tags: profile.tags,
    timezone,
    permissionLevel: profile.permissionLevel,
    renderingId: profile.renderingId,
    requestId,
  }
}
