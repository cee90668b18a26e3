import type { z } from 'zod'
import type { Deps } from '../deps.js'
import type { PermissionLevel } from '../store/schema.js'
import type { Caller, Environment, Member, Person, Project, TokenBearer } from './access/callers.js'
import type { TokenScope } from './access/token-scopes.js'
import type { RequestInfo } from './request-info.js'

/** Who may use a route. It has no default: a route without access does not compile. */
export type Access =
  /** Anyone, for example sign-in and health. */
  | { readonly kind: 'open' }
  /** Anyone signed in, by session or personal token and, with `accessTokens`, through an agent. */
  | { readonly kind: 'person'; readonly accessTokens?: boolean }
  /** Anyone signed in with a browser; personal tokens are rejected. */
  | { readonly kind: 'session' }
  /** People who may create projects. */
  | { readonly kind: 'owner' }
  /** Members of the project in the path, from this level up. */
  | {
      readonly kind: 'member'
      readonly level: PermissionLevel
      /** The lower level that is enough in the member's own environment. Absent: `level` applies. */
      readonly ownLevel?: PermissionLevel
      /** Also accepts password sessions where the project requires single sign-on. */
      readonly ssoExempt?: boolean
      /** Rejects personal tokens. */
      readonly sessionOnly?: boolean
    }
  /** Tokens of the project in the path with this scope: the public API. */
  | { readonly kind: 'token'; readonly scope: TokenScope }
  /** Agents, by the secret of their environment; with `bearer` also as a bearer token. */
  | { readonly kind: 'agent'; readonly bearer?: boolean }

type Shape = z.ZodObject
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined

interface RouteSpec<P, Q, B, A> {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** In OpenAPI notation. `{projectId}` and `{environmentId}` are resolved before the handler runs. */
  readonly path: string
  /** The parameter at the end of the path stands for everything below it, slashes included. */
  readonly matchesBelow?: boolean
  readonly tag: string
  readonly summary: string
  readonly description?: string
  /** The path parameters other than project and environment. */
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** The body is a form instead of JSON, or either. */
  readonly form?: boolean | 'or-json'
  /** Pages of every site may use it, because it reads no credentials that browsers attach automatically. */
  readonly anyOrigin?: boolean
  /** In bytes. Absent: the limit of the access kind. */
  readonly bodyLimit?: number
  /** Headers the route reads, for the documentation. */
  readonly headers?: Readonly<Record<string, string>>
  /** Absent: 200. 204 has no body, and 302 redirects a browser. */
  readonly status?: 200 | 201 | 202 | 204 | 302
  readonly response?: A
  /** Also returns one object per line on `Accept: application/x-ndjson`. */
  readonly ndjson?: boolean
  /** Also returns a table on `Accept: text/csv`. */
  readonly csv?: boolean
  /** The content type of a response that is not JSON. */
  readonly contentType?: string
  /** Error codes besides the common ones, with their cause. */
  readonly errors?: Readonly<Record<string, string>>
}

/** What every handler receives: the parsed request and the dependencies. */
export interface Call<P = undefined, Q = undefined, B = undefined> {
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly deps: Deps
  readonly request: RequestInfo
  /** Headers of the response; a list is sent as repeated headers. */
  readonly headers: Record<string, string | string[]>
}

/** A request whose input and caller are not typed yet: each route declares its own types. */
export interface UntypedCall extends Call<unknown, unknown, unknown>, Caller {}

export interface PersonCall<P = undefined, Q = undefined, B = undefined> extends Call<P, Q, B> {
  readonly person: Person
}

export interface MemberCall<P = undefined, Q = undefined, B = undefined>
  extends PersonCall<P, Q, B> {
  readonly project: Project
  readonly member: Member
  /** The environment of the path. Throws on a path without one, which is a programming error. */
  readonly environment: Environment
}

export interface TokenCall<P = undefined, Q = undefined, B = undefined> extends Call<P, Q, B> {
  readonly token: TokenBearer
  readonly project: Project
  readonly environment: Environment
}

export interface AgentCall<P = undefined, Q = undefined, B = undefined> extends Call<P, Q, B> {
  readonly project: Project
  readonly environment: Environment
}

/** A route as the application mounts and documents it. */
export interface Route
  extends RouteSpec<
    Shape | undefined,
    Shape | undefined,
    z.ZodType | undefined,
    z.ZodType | undefined
  > {
  readonly access: Access
  /** Method syntax, so that a handler may require what its `access` and its schemas guarantee. */
  handle(call: UntypedCall): Promise<unknown>
}

type Handler<C, A> = (call: C) => Promise<Parsed<A> | Response>

type Spec<P, Q, B, A> = RouteSpec<P, Q, B, A>
type P = Shape | undefined
type B = z.ZodType | undefined

/** Defines a route for anyone. */
export function openRoute<
  SP extends P = undefined,
  SQ extends P = undefined,
  SB extends B = undefined,
  SA extends B = undefined,
>(
  spec: Spec<SP, SQ, SB, SA>,
  handle: Handler<Call<Parsed<SP>, Parsed<SQ>, Parsed<SB>>, SA>,
): Route {
  return { ...spec, access: { kind: 'open' }, handle }
}

/** Defines a route for anyone signed in; `who` restricts it to sessions or owners. */
export function personRoute<
  SP extends P = undefined,
  SQ extends P = undefined,
  SB extends B = undefined,
  SA extends B = undefined,
>(
  spec: Spec<SP, SQ, SB, SA> & {
    readonly who?: 'person' | 'session' | 'owner'
    /** Also accepts people who signed in through an agent. */
    readonly accessTokens?: boolean
  },
  handle: Handler<PersonCall<Parsed<SP>, Parsed<SQ>, Parsed<SB>>, SA>,
): Route {
  const { who = 'person', accessTokens, ...rest } = spec
  const access = who === 'person' ? { kind: who, accessTokens } : { kind: who }
  return { ...rest, access, handle }
}

/** Defines a route for members of the project in the path, from a permission level up. */
export function memberRoute<
  SP extends P = undefined,
  SQ extends P = undefined,
  SB extends B = undefined,
  SA extends B = undefined,
>(
  spec: Spec<SP, SQ, SB, SA> & {
    readonly level: PermissionLevel
    /** The lower level that is enough in the member's own environment. Absent: `level` applies. */
    readonly ownLevel?: PermissionLevel
    readonly ssoExempt?: boolean
    readonly sessionOnly?: boolean
  },
  handle: Handler<MemberCall<Parsed<SP>, Parsed<SQ>, Parsed<SB>>, SA>,
): Route {
  const { level, ownLevel, ssoExempt = false, sessionOnly = false, ...rest } = spec
  return { ...rest, access: { kind: 'member', level, ownLevel, ssoExempt, sessionOnly }, handle }
}

/** Defines a route of the public API, for tokens with a scope. */
export function tokenRoute<
  SP extends P = undefined,
  SQ extends P = undefined,
  SB extends B = undefined,
  SA extends B = undefined,
>(
  spec: Spec<SP, SQ, SB, SA> & { readonly scope: TokenScope },
  handle: Handler<TokenCall<Parsed<SP>, Parsed<SQ>, Parsed<SB>>, SA>,
): Route {
  const { scope, ...rest } = spec
  return { ...rest, access: { kind: 'token', scope }, handle }
}

/** Defines a route for agents. */
export function agentRoute<
  SP extends P = undefined,
  SQ extends P = undefined,
  SB extends B = undefined,
  SA extends B = undefined,
>(
  spec: Spec<SP, SQ, SB, SA> & { readonly bearer?: boolean },
  handle: Handler<AgentCall<Parsed<SP>, Parsed<SQ>, Parsed<SB>>, SA>,
): Route {
  const { bearer, ...rest } = spec
  return { ...rest, access: { kind: 'agent', bearer }, handle }
}
