import type { SchemaFile } from '@service/protocol'
import type {
  ActivityEntry,
  InProcessCollectionRights,
  InProcessService,
  InProcessTeam,
  InProcessUser,
  IpRule,
  LiveQuery,
  ServiceUser,
} from '@service/service-client'
import type { Overrides } from './overrides.js'
import type { ActionPermission, CollectionPermission } from './permission-overrides.js'
import type { NewApproval, RecordedApproval, TestApprovals } from './test-approvals.js'

/** A request that the sandbox received. */
export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

/** Everything agents sent to the service. */
export interface Recorded {
  /** The uploaded schemas, the oldest first. */
  readonly schemas: readonly SchemaFile[]
  readonly activity: readonly ActivityEntry[]
  readonly approvals: readonly RecordedApproval[]
  /** The latest 300 requests of the agent; empty for an agent in the same process. */
  readonly requests: readonly RecordedRequest[]
}

/** The users and roles. */
export interface People {
  readonly users: readonly ServiceUser[]
  readonly roles: readonly { readonly id: number; readonly name: string }[]
}

/** The service that a test configures. A change is effective when its promise resolves. */
export interface TestService {
  /** Adds a user, or replaces the one of the same id. */
  setUser(user: InProcessUser): Promise<void>
  /** Ends the sessions of a user. */
  removeUser(userId: number): Promise<void>
  setRole(roleId: number, name: string): Promise<void>
  setTeam(team: InProcessTeam): Promise<void>
  /** Replaces the rights on a collection; rights that are left out are denied. */
  setRights(collection: string, rights: InProcessCollectionRights): Promise<void>
  /** Limits a team to the rows a condition tree matches; `null` shows all rows. */
  setScope(renderingId: number, collection: string, scope: object | null): Promise<void>
  /** Replaces the SQL segments of a team on a collection. */
  setLiveQueries(
    renderingId: number,
    collection: string,
    queries: readonly LiveQuery[],
  ): Promise<void>
  /** Replaces the charts of a team. */
  setCharts(renderingId: number, charts: readonly object[]): Promise<void>
  /** Replaces the IP addresses that requests may come from; `null` accepts any. */
  setIpRules(rules: readonly IpRule[] | null): Promise<void>
  /** Overrides some rights on a collection until they are cleared; calls add up. */
  overrideCollectionPermission(collection: string, permission: CollectionPermission): Promise<void>
  /** Overrides some rights on an action until they are cleared; calls add up. */
  overrideActionPermission(
    collection: string,
    action: string,
    permission: ActionPermission,
  ): Promise<void>
  clearPermissionOverride(): Promise<void>
  requestApproval(request: NewApproval): Promise<{ readonly id: number }>
  /** Approves a request; resolves with what the approver's browser sends to the agent. */
  approve(id: number): Promise<string>
  findApproval(id: number): Promise<RecordedApproval>
  people(): Promise<People>
  recorded(): Promise<Recorded>
}

/** The components of a test service. */
export interface TestServiceParts {
  readonly service: InProcessService
  readonly testApprovals: TestApprovals
  readonly overrides: Overrides
  /** The uploaded schemas, the oldest first. */
  readonly schemas: readonly SchemaFile[]
  readonly requests: readonly RecordedRequest[]
  /** Resolves when agents have received the changes. */
  readonly settle: () => Promise<void>
}

export function createTestService(parts: TestServiceParts): TestService {
  const { service, testApprovals, overrides, settle } = parts
  const after = async (change: () => void): Promise<void> => {
    change()
    await settle()
  }
  return {
    setUser: user => after(() => service.setUser(user)),
    removeUser: userId => after(() => service.removeUser(userId)),
    setRole: (roleId, name) => after(() => service.setRole(roleId, name)),
    setTeam: team => after(() => service.setTeam(team)),
    setRights: (collection, rights) => after(() => overrides.setRights(collection, rights)),
    setScope: (id, collection, scope) => after(() => service.setScope(id, collection, scope)),
    setLiveQueries: (id, collection, queries) =>
      after(() => service.setLiveQueries(id, collection, queries)),
    setCharts: (id, charts) => after(() => service.setCharts(id, charts)),
    setIpRules: rules => after(() => service.setIpRules(rules ?? undefined)),
    overrideCollectionPermission: (collection, permission) =>
      after(() => overrides.overrideCollection(collection, permission)),
    overrideActionPermission: (collection, action, permission) =>
      after(() => overrides.overrideAction(collection, action, permission)),
    clearPermissionOverride: () => after(overrides.clear),
    requestApproval: async request => testApprovals.request(request),
    approve: async id => testApprovals.approve(id),
    findApproval: async id => testApprovals.find(id),
    async people() {
      const { users, roles } = service.snapshot
      const named = [...roles].map(([id, name]) => ({ id, name }))
      return { users: [...users.values()], roles: named }
    },
    recorded: async () => ({
      schemas: [...parts.schemas],
      activity: service.activity,
      approvals: testApprovals.approvals,
      requests: [...parts.requests],
    }),
  }
}
