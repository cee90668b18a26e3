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
    browse: parseRight(enabled, 'browseEnabled'),
    read: parseRight(enabled, 'readEnabled'),
    edit: parseRight(enabled, 'editEnabled'),
    add: parseRight(enabled, 'addEnabled'),
    delete: parseRight(enabled, 'deleteEnabled'),
    export: parseRight(enabled, 'exportEnabled'),
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
      return [
        name,
        { read: parseRight(given, 'readEnabled'), edit: parseRight(given, 'editEnabled') },
      ]
    }),
  )
}

function parseAction(value: unknown): ActionRights {
  const given = objectAt(value, 'it')
  return {
    trigger: parseRight(given, 'triggerEnabled'),
    triggerConditions: parseConditions(given, 'triggerConditions'),
    requireApproval: parseRight(given, 'approvalRequired'),
    requireApprovalConditions: parseConditions(given, 'approvalRequiredConditions'),
    approve: parseRight(given, 'userApprovalEnabled'),
    approveConditions: parseConditions(given, 'userApprovalConditions'),
    selfApprove: parseRight(given, 'selfApprovalEnabled'),
  }
}

function parseRight(given: Json, key: string): RoleRight {
  const right = given[key]
  if (typeof right === 'boolean') return right
  const { roles, ...others } = objectAt(right, `'${key}'`)
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new TypeError(`'${key}' has the unknown key '${unknown}'`)
  return { roles: listAt(roles, `'${key}.roles'`).map(role => idAt(role, `a role of '${key}'`)) }
}

function parseConditions(given: Json, key: string): readonly RoleCondition[] | undefined {
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
