import { createHash } from 'node:crypto'
import type {
  SchemaFile,
  WireActionRights,
  WireCollectionRights,
  WireEvent,
  WireIpRules,
  WirePermissions,
  WireRendering,
  WireRenderings,
  WireRight,
  WireUser,
} from '@service/protocol'
import type {
  ActionRights,
  CollectionRights,
  Rendering,
  RenderingCollection,
  RoleRight,
  Snapshot,
} from '@service/service-client'

/** A document in its current version. */
export interface Document {
  readonly text: string
  readonly etag: string
}

interface DocumentKind {
  /** The event sent to agents after a change. */
  readonly event: WireEvent
  readonly write: (snapshot: Snapshot, schema: SchemaFile | undefined) => object | true
}

/** The documents that agents decide permissions with. */
export const documentKinds = {
  rights: { event: 'refresh-roles', write: toPermissions },
  users: { event: 'refresh-users', write: toUsers },
  renderings: { event: 'refresh-renderings', write: toRenderings },
  ipRules: { event: 'refresh-ip-rules', write: toIpRules },
} as const satisfies Readonly<Record<string, DocumentKind>>

export type DocumentName = keyof typeof documentKinds

export const documentNames = Object.keys(documentKinds) as readonly DocumentName[]

export function toDocument(body: object | true): Document {
  const text = JSON.stringify(body)
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"` }
}

function toPermissions(
  { rights, users, roles }: Snapshot,
  schema: SchemaFile | undefined,
): WirePermissions {
  if (rights === true) return true
  const everybody = [...new Set([...roles.keys(), ...[...users.values()].map(user => user.roleId)])]
  return {
    collections: Object.fromEntries(
      [...rights].map(([name, granted]) => [
        name,
        toCollection(granted, everybody, actionNames(name, schema)),
      ]),
    ),
  }
}

function actionNames(collection: string, schema: SchemaFile | undefined): readonly string[] {
  const found = schema?.collections.find(({ name }) => name === collection)
  return found?.actions.map(({ name }) => name) ?? []
}

function toCollection(
  granted: CollectionRights,
  everybody: readonly number[],
  names: readonly string[],
): WireCollectionRights {
  const { browse, read, edit, add, delete: remove, export: download, fields, actions } = granted
  const ofFields = [...(fields ?? [])].map(([name, field]) => [
    name,
    { readEnabled: field.read, editEnabled: field.edit },
  ])
  // The wire format cannot express "all actions".
  const ofActions =
    actions === true ? names.map(name => [name, { trigger: true }] as const) : [...(actions ?? [])]
  return {
    collection: {
      browseEnabled: browse,
      readEnabled: read,
      editEnabled: edit,
      addEnabled: add,
      deleteEnabled: remove,
      exportEnabled: download,
    },
    ...(ofFields.length > 0 && { fields: Object.fromEntries(ofFields) }),
    actions: Object.fromEntries(
      ofActions.map(([name, action]) => [name, toAction(action, everybody)]),
    ),
  }
}

// Agents of the protocol family need role lists here, and all three lists of conditions.
function toAction(rights: ActionRights, everybody: readonly number[]): WireActionRights {
  const list = (right: RoleRight | undefined): WireRight => {
    if (typeof right === 'object') return right
    return { roles: right ? everybody : [] }
  }
  return {
    triggerEnabled: list(rights.trigger),
    triggerConditions: rights.triggerConditions ?? [],
    approvalRequired: list(rights.requireApproval),
    approvalRequiredConditions: rights.requireApprovalConditions ?? [],
    userApprovalEnabled: list(rights.approve),
    userApprovalConditions: rights.approveConditions ?? [],
    selfApprovalEnabled: list(rights.selfApprove),
  }
}

function toUsers({ users, roles }: Snapshot): readonly WireUser[] {
  return [...users.values()].map(user => ({
    ...user,
    fullName: `${user.firstName} ${user.lastName}`.trim(),
    role: roles.get(user.roleId) ?? '',
    renderingIds: user.renderingIds ?? [],
  }))
}

function toRenderings({ renderings }: Snapshot): WireRenderings {
  return Object.fromEntries([...renderings].map(([id, rendering]) => [id, toRendering(rendering)]))
}

export function toRendering({ team, collections, charts }: Rendering): WireRendering {
  const entries = [...collections].map(([name, { scope, liveQueries }]) => [
    name,
    { scope, ...toSegments(liveQueries) },
  ])
  return { team, collections: Object.fromEntries(entries), stats: charts }
}

function toSegments(queries: RenderingCollection['liveQueries']) {
  const named = queries.flatMap(({ query, connectionName, name }) =>
    connectionName === undefined
      ? []
      : [{ query, connectionName, ...(name !== undefined && { name }) }],
  )
  const segments = queries.map(({ query }) => query)
  return { segments, ...(named.length > 0 && { liveQuerySegments: named }) }
}

function toIpRules({ ipRules }: Snapshot): WireIpRules {
  const attributes = { use_ip_whitelist: ipRules !== undefined, rules: ipRules ?? [] }
  return { data: { attributes } }
}
