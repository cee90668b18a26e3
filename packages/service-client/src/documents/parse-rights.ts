import type {
  ActionRights,
  CollectionRights,
  FieldRights,
  RoleCondition,
  RoleRight,
} from '../port/rights.js'
import type { Snapshot } from '../port/snapshot.js'
import { idAt, type Json, listAt, objectAt, readEach, type Warn } from './shape.js'

/**
 * Parses `GET /agent-api/permissions/environment`. Invalid collections and actions are left out,
 * which denies access to them.
 */
export function parseRights(document: unknown, warn: Warn): Snapshot['rights'] {
  if (document === true) return true
  const { collections } = objectAt(document, 'the document')
  return readEach(
    Object.entries(objectAt(collections, "'collections'")),
    name => `Collection '${name}'`,
    (value, name) => parseCollection(value, name, warn),
    warn,
  )
}

function parseCollection(value: unknown, name: string, warn: Warn): CollectionRights {
  const { collection, fields, actions = {} } = objectAt(value, 'it')
  const enabled = objectAt(collection, "'collection'")
  return {
    browse: rightOf(enabled, 'browseEnabled'),
    read: rightOf(enabled, 'readEnabled'),
    edit: rightOf(enabled, 'editEnabled'),
    add: rightOf(enabled, 'addEnabled'),
    delete: rightOf(enabled, 'deleteEnabled'),
    export: rightOf(enabled, 'exportEnabled'),
    ...(fields !== undefined && { fields: parseFields(fields) }),
    actions: readEach(
      Object.entries(objectAt(actions, "'actions'")),
      action => `Action '${action}' of '${name}'`,
      parseAction,
      warn,
    ),
  }
}

// A field that is left out gets the rights of its collection, so one invalid field makes the whole
// collection invalid.
function parseFields(value: unknown): ReadonlyMap<string, FieldRights> {
  const entries = Object.entries(objectAt(value, "'fields'"))
  return new Map(
    entries.map(([name, rights]) => {
      const given = objectAt(rights, `field '${name}'`)
      return [name, { read: rightOf(given, 'readEnabled'), edit: rightOf(given, 'editEnabled') }]
    }),
  )
}

function parseAction(value: unknown): ActionRights {
  const given = objectAt(value, 'it')
  return {
    trigger: rightOf(given, 'triggerEnabled'),
    triggerConditions: conditionsOf(given, 'triggerConditions'),
    requireApproval: rightOf(given, 'approvalRequired'),
    requireApprovalConditions: conditionsOf(given, 'approvalRequiredConditions'),
    approve: rightOf(given, 'userApprovalEnabled'),
    approveConditions: conditionsOf(given, 'userApprovalConditions'),
    selfApprove: rightOf(given, 'selfApprovalEnabled'),
  }
}

function rightOf(given: Json, key: string): RoleRight {
  const right = given[key]
  if (typeof right === 'boolean') return right
  const { roles, ...others } = objectAt(right, `'${key}'`)
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new TypeError(`'${key}' has the unknown key '${unknown}'`)
  return { roles: listAt(roles, `'${key}.roles'`).map(role => idAt(role, `a role of '${key}'`)) }
}

function conditionsOf(given: Json, key: string): readonly RoleCondition[] | undefined {
  const conditions = given[key]
  if (conditions === undefined || conditions === null) return undefined
  return listAt(conditions, `'${key}'`).map(condition => {
    const { roleId, filter } = objectAt(condition, `a condition of '${key}'`)
    return {
      roleId: idAt(roleId, `'roleId' of '${key}'`),
      filter: objectAt(filter, `'filter' of '${key}'`),
    }
  })
}
