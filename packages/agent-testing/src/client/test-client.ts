import {
  type ActionResult,
  type AgentClient,
  type AgentClientOptions,
  createAgentClient,
  type Schema,
} from '@service/agent-client'
import { checkOptionNames, listOptionNames, withoutTrailing } from '@service/base'
import type { ActivityEntry, ServiceUser } from '@service/service-client'
import type {
  ActionPermission,
  CollectionPermission,
} from '../test-service/permission-overrides.js'
import type { TestService } from '../test-service/test-service.js'
import { type Benchmark, createBenchmark } from './benchmark.js'
import { findActivity } from './find-activity.js'
import { findUser, signSession, type Who } from './session.js'

export interface AsOptions {
  /** The team to act in, by its rendering. Default: the first team of the user. */
  readonly renderingId?: number
  readonly timezone?: string
}

/** An agent as one user sees it, and the service that a test configures. */
export interface AgentTestClient<S extends Schema = Schema> extends AgentClient<S> {
  /** The same agent with a new session of another user: a role, a user or the id of one. */
  as(who: Who, options?: AsOptions): AgentTestClient<S>
  /** Overrides some rights on a collection until they are cleared; calls add up. */
  overrideCollectionPermission(collection: string, permission: CollectionPermission): Promise<void>
  /** Overrides some rights on an action until they are cleared; calls add up. */
  overrideActionPermission(
    collection: string,
    action: string,
    permission: ActionPermission,
  ): Promise<void>
  clearPermissionOverride(): Promise<void>
  /** Approves a request and runs its action. */
  approve(approvalRequest: number | { readonly id: string | number }): Promise<ActionResult>
  /** Waits until the agent wrote an activity entry with these members: `{ action: 'update' }`. */
  findActivity(like: Partial<ActivityEntry>): Promise<ActivityEntry>
  /** Sends any request under the prefix, as this user. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  benchmark(): Benchmark
  /** Users, roles, scopes, segments, charts, and everything agents sent to the service. */
  readonly service: TestService
}

const asNames = listOptionNames<AsOptions>({ renderingId: true, timezone: true })

export interface TestClientSettings
  extends Pick<AgentClientOptions, 'agentUrl' | 'schemaPath' | 'fetch' | 'timezone'> {
  readonly authSecret: string
  readonly service: TestService
  readonly who: Who
  readonly renderingId?: number
}

export function createTestClient<S extends Schema>(
  settings: TestClientSettings,
): AgentTestClient<S> {
  const { service, authSecret, who, renderingId } = settings
  let session: Promise<{ user: ServiceUser; token: string }> | undefined

  const open = async () => {
    const people = await service.people()
    const user = findUser(who, people)
    const role = people.roles.find(({ id }) => id === user.roleId)?.name ?? ''
    const rendering = renderingId ?? user.renderingIds?.[0] ?? 1
    return { user, token: await signSession(authSecret, user, role, rendering) }
  }
  // One session for the lifetime of the client, as in a browser, so that it can expire.
  const signIn = () => {
    session ??= open().catch(error => {
      session = undefined
      throw error
    })
    return session
  }

  const client = createAgentClient<S>({
    agentUrl: settings.agentUrl,
    schemaPath: settings.schemaPath,
    fetch: settings.fetch,
    timezone: settings.timezone,
    getToken: async () => (await signIn()).token,
    requestApproval: async request =>
      service.requestApproval({ ...request, requesterId: (await signIn()).user.id }),
  })
  return {
    ...client,
    as(other, options = {}) {
      checkOptionNames(options, asNames, 'as')
      return createTestClient<S>({ ...settings, renderingId: undefined, ...options, who: other })
    },
    overrideCollectionPermission: service.overrideCollectionPermission,
    overrideActionPermission: service.overrideActionPermission,
    clearPermissionOverride: service.clearPermissionOverride,
    async approve(approvalRequest) {
      const id = Number(typeof approvalRequest === 'object' ? approvalRequest.id : approvalRequest)
      const { collection, action } = await service.findApproval(id)
      const signed = await service.approve(id)
      return client.collection(collection as keyof S & string).runApproved(action, signed)
    },
    findActivity: like => findActivity(service, like),
    async fetch(path, init = {}) {
      const { agentUrl, fetch: send = fetch } = settings
      const base = typeof agentUrl === 'function' ? await agentUrl() : agentUrl
      const headers = new Headers(init.headers)
      headers.set('authorization', `Bearer ${(await signIn()).token}`)
      return send(withoutTrailing(base, '/') + path, { ...init, headers })
    },
    benchmark: () => createBenchmark(),
    service,
  }
}
