import type {
  WireCollectionRights,
  WireIpRules,
  WirePermissions,
  WireRenderings,
  WireRight,
  WireUser,
} from '@service/protocol'

/** Contents of the documents of a service. */
export interface WireDocuments {
  readonly rights: WirePermissions
  readonly users: readonly WireUser[]
  readonly renderings: WireRenderings
  readonly ipRules: WireIpRules
  readonly endedGrants: { readonly endedGrants: readonly string[] }
}

export const ada: WireUser = {
  id: 7,
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Byron',
  fullName: 'Ada Byron',
  permissionLevel: 'user',
  roleId: 1,
  role: 'Operator',
  tags: { region: 'FR' },
  renderingIds: [5],
}

/** The same right on everything. */
export function wireRights(right: WireRight): WireCollectionRights {
  return {
    collection: {
      browseEnabled: right,
      readEnabled: right,
      editEnabled: right,
      addEnabled: right,
      deleteEnabled: right,
      exportEnabled: right,
    },
    actions: {},
  }
}

export const wireDocuments: WireDocuments = {
  rights: { collections: { orders: wireRights({ roles: [1] }) } },
  users: [ada],
  renderings: {
    5: {
      team: { id: 3, name: 'Operations' },
      collections: { orders: { scope: null, segments: [] } },
      stats: [],
    },
  },
  ipRules: { data: { attributes: { use_ip_whitelist: false, rules: [] } } },
  endedGrants: { endedGrants: [] },
}
