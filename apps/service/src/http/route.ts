import type { z } from 'zod'
import type { Deps } from '../deps.js'
import type { PermissionLevel } from '../store/schema.js'
import type { Caller, Environment, Member, Person, Project, TokenBearer } from './access/callers.js'
import type { TokenScope } from './access/token-scopes.js'
import type { RequestFacts } from './request-facts.js'

/** Who may use a route. There is no default: a route without one does not compile. */
export type Access =
  /** Anyone: sign-in, health. */
  | { readonly kind: 'open' }
  /** Anyone signed in, by session or personal token, or, where it says so, through an agent. */
  | { readonly kind: 'person'; readonly accessTokens?: boolean }
  /** Anyone signed in in a browser: personal tokens are refused. */
  | { readonly kind: 'session' }
  /** Those who may create projects. */
  | { readonly kind: 'owner' }
  /** Members of the project in the path, from this level on. */
  | {
      readonly kind: 'member'
      readonly level: PermissionLevel
      /** Enough in an environment of their own, where it is lower. */
      readonly ownLevel?: PermissionLevel
      /** Password sessions too, where the project otherwise asks for single sign-on. */
      readonly ssoExempt?: boolean
    }
  /** Tokens of the project in the path with this scope: the public API. */
  | { readonly kind: 'token'; readonly scope: TokenScope }
  /** Agents, by the secret of their environment; where it says so also as a bearer token. */
  | { readonly kind: 'agent'; readonly bearer?: boolean }

type Shape = z.ZodObject
type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined

interface RouteSpec<P, Q, B, A> {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** As OpenAPI writes it. `{projectId}` and `{environmentId}` are resolved before the handler runs. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description?: string
  /** Parameters of the path other than the project and the environment. */
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  /** The body is a form, as browsers and OAuth send them, instead of JSON, or may be either. */
  readonly form?: boolean | 'or-json'
  /** Pages of every site may use it: it takes nothing that a browser would send along by itself. */
  readonly anyOrigin?: boolean
  /** Bytes; by who may use the route unless set. */
  readonly bodyLimit?: number
  /** Headers the route reads, for the documentation. */
  readonly headers?: Readonly<Record<string, string>>
  /** Default 200; 204 has no body, and 302 sends a browser elsewhere. */
  readonly status?: 200 | 201 | 202 | 204 | 302
  readonly answer?: A
  /** Also answers one object per line on `Accept: application/x-ndjson`. */
  readonly ndjson?: boolean
  /** Of an answer that is not JSON. */
  readonly contentType?: string
  /** Codes a client can meet here beyond the common ones, with their cause. */
  readonly errors?: Readonly<Record<string, string>>
}

/** What every handler gets: the parsed request and what it works with. */
export interface Call<P = undefined, Q = undefined, B = undefined> {
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly deps: Deps
  readonly request: RequestFacts
  /** Headers of the answer; a list is sent as several headers. */
  readonly headers: Record<string, string | string[]>
}

/** A call as it is received: who sent it and what is in it depend on the route. */
export interface ReceivedCall extends Call<unknown, unknown, unknown>, Caller {}

export interface PersonCall<P = undefined, Q = undefined, B = undefined> extends Call<P, Q, B> {
  readonly person: Person
}

export interface MemberCall<P = undefined, Q = undefined, B = undefined>
  extends PersonCall<P, Q, B> {
  readonly project: Project
  readonly member: Member
  /** The environment of the path. Reading it on a path without one is an error of ours. */
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
  /** A method, so that a handler may ask for what its `access` and its schemas make sure of. */
  handle(call: ReceivedCall): Promise<unknown>
}

type Handler<C, A> = (call: C) => Promise<Parsed<A> | Response>

type Spec<P, Q, B, A> = RouteSpec<P, Q, B, A>
type P = Shape | undefined
type B = z.ZodType | undefined

/** A route for anyone. */
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

/** A route for anyone signed in; `who` narrows it to sessions or owners. */
export function personRoute<
  SP extends P = undefined,
  SQ extends P = undefined,
  SB extends B = undefined,
  SA extends B = undefined,
>(
  spec: Spec<SP, SQ, SB, SA> & {
    readonly who?: 'person' | 'session' | 'owner'
    /** Also for those who signed in through an agent. */
    readonly accessTokens?: boolean
  },
  handle: Handler<PersonCall<Parsed<SP>, Parsed<SQ>, Parsed<SB>>, SA>,
): Route {
  const { who = 'person', accessTokens, ...rest } = spec
  const access = who === 'person' ? { kind: who, accessTokens } : { kind: who }
  return { ...rest, access, handle }
}

/** A route for members of the project in the path, from a permission level on. */
export function memberRoute<
  SP extends P = undefined,
  SQ extends P = undefined,
  SB extends B = undefined,
  SA extends B = undefined,
>(
  spec: Spec<SP, SQ, SB, SA> & {
    readonly level: PermissionLevel
    /** Enough in an environment of their own, where it is lower. */
    readonly ownLevel?: PermissionLevel
    readonly ssoExempt?: boolean
  },
  handle: Handler<MemberCall<Parsed<SP>, Parsed<SQ>, Parsed<SB>>, SA>,
): Route {
  const { level, ownLevel, ssoExempt = false, ...rest } = spec
  return { ...rest, access: { kind: 'member', level, ownLevel, ssoExempt }, handle }
}

/** A route of the public API, for tokens with a scope. */
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

/** A route for agents. */
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
