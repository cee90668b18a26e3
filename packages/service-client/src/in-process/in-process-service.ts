import { checkOptionNames, listOptionNames } from '@service/base'
import type { CollectionRights } from '../port/rights.js'
import { createApprovals } from './approvals.js'
import { createInProcessCustomizations } from './customizations.js'
import { createInProcessSignIn } from './in-process-sign-in.js'
import { createInProcessMcp } from './mcp.js'
import type { InProcessService, InProcessServiceOptions } from './options.js'
import { createRecentActivity } from './recent-activity.js'
import { signInAs } from './sign-in.js'
import { buildKey, firstState, type State, toSnapshot } from './state.js'
import { toCollectionRights, toRights } from './to-rights.js'

const optionNames = listOptionNames<InProcessServiceOptions>({
  users: true,
  roles: true,
  teams: true,
  rights: true,
  ipRules: true,
  customizations: true,
  signInUrl: true,
  agentUrl: true,
})

/**
 * Makes a service that lives in the agent's process, for tests, examples and trials without a
 * server. Changes take effect on the next request.
 *
 * @example
 * const service = createInProcessService({
 *   users: [{ id: 1, email: 'ada@example.com', roleId: 1 }],
 *   rights: { orders: { browse: true, read: true, edit: { roles: [1] } } },
 * })
 * service.setScope(1, 'orders', { field: 'country', operator: 'equal', value: 'FR' })
 */
export function createInProcessService(options: InProcessServiceOptions): InProcessService {
  checkOptionNames(options, optionNames, 'createInProcessService')
  const listeners = new Set<() => void>()
  const activity = createRecentActivity()
  const approvals = createApprovals()
  const customizations = createInProcessCustomizations(options.customizations)
  const { signInUrl = 'http://localhost/sign-in', agentUrl } = options
  const snapshotNow = () => snapshot
  const inProcessSignIn = createInProcessSignIn(signInUrl, snapshotNow)
  let schemaHash: string | undefined
  let state = firstState(options)
  let snapshot = toSnapshot(state)

  const change = (patch: Partial<State>) => {
    state = { ...state, ...patch }
    snapshot = toSnapshot(state)
    for (const listener of listeners) listener()
  }

  return {
    isInProcess: true,
    start: async () => {},
    stop: async () => {},
    get snapshot() {
      return snapshot
    },
    status: { state: 'connected' },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    refreshRendering: async () => {},
    async sendSchema(schema, hash) {
      if (hash === schemaHash) return 'unchanged'
      schemaHash = hash
      change({ collections: schema.collections.map(collection => collection.name) })
      return 'sent'
    },
    authorizationUrl: inProcessSignIn.authorizationUrl,
    exchangeCode: inProcessSignIn.exchangeCode,
    setUser: user => change({ people: withEntry(state.people, user.id, user) }),
    removeUser: userId => change({ people: withoutEntry(state.people, userId) }),
    setRole: (roleId, name) => change({ roles: withEntry(state.roles, roleId, name) }),
    setTeam: team => change({ teams: withEntry(state.teams, team.id, team) }),
    setRights(collection, collectionRights) {
      const known = state.rights === true ? new Map<string, CollectionRights>() : state.rights
      change({ rights: withEntry(known, collection, toCollectionRights(collectionRights)) })
    },
    replaceRights: given => change({ rights: toRights(given) }),
    setScope: (renderingId, collection, scope) =>
      change({ scopes: withEntry(state.scopes, buildKey(renderingId, collection), scope) }),
    setLiveQueries: (renderingId, collection, queries) =>
      change({
        liveQueries: withEntry(state.liveQueries, buildKey(renderingId, collection), queries),
      }),
    setCharts: (renderingId, charts) =>
      change({ charts: withEntry(state.charts, renderingId, charts) }),
    setIpRules: ipRules => change({ ipRules }),
    setCustomizations: customizations.replace,
    customizations,
    issueCode: inProcessSignIn.issueCode,
    issuePanelCode: (userId, codeChallenge, renderingId = 1) =>
      inProcessSignIn.issuePanelCode(userId, codeChallenge, renderingId),
    panel: inProcessSignIn.panel,
    signIn: (agentUrl, userId, renderingId = 1) =>
      signInAs(agentUrl, renderingId, url => inProcessSignIn.issueCode(userId, url)),
    async writeActivity(entries) {
      activity.write(entries)
      return []
    },
    get activity() {
      return activity.entries
    },
    issueApproval: approvals.issue,
    readApproval: approvals.read,
    claimApproval: approvals.claim,
    reportApproval: approvals.report,
    mcp: createInProcessMcp({ serviceUrl: signInUrl, agentUrl, approvals, snapshotNow }),
  }
}

function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> {
  return new Map(map).set(key, value)
}

function withoutEntry<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  const copy = new Map(map)
  copy.delete(key)
  return copy
}
