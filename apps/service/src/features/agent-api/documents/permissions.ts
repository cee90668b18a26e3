import type { WireActionRights, WireCollectionRights, WirePermissions } from '@service/protocol'
import type { Kysely } from 'kysely'
import type { Database } from '../../../store/schema.js'
import { listRights } from '../../roles/read-rights.js'
import { type ActionRights, type RoleRights, rightsOnAction } from '../../roles/rights.js'
import { areRightsOpen, type DocumentTarget, readStoredActionNames } from './document-target.js'

type CollectionRights = RoleRights['collections'][string]

/** The permissions of one role on one collection. */
interface Grant {
  readonly roleId: number
  readonly rights: CollectionRights
  onAction(name: string): ActionRights | undefined
}

/**
 * The permissions of all roles in an environment. When an admin has opened the environment, every role may do
 * everything.
 */
export async function buildPermissions(
  db: Kysely<Database>,
  { projectId, environmentId }: DocumentTarget,
): Promise<WirePermissions> {
  if (await areRightsOpen(db, environmentId)) return true
  const roles = await listRights(db, projectId, environmentId)
  const actionNames = await readStoredActionNames(db, environmentId)
  const named = roles.flatMap(({ rights }) => Object.keys(rights.collections))
  const names = [...new Set([...Object.keys(actionNames), ...named])].sort()
  return {
    collections: Object.fromEntries(
      names.map(name => {
        const grants = roles.map(({ role, rights }) => ({
          roleId: role.id,
          rights: own(rights.collections, name) ?? rights.defaults,
          onAction: (action: string) => rightsOnAction(rights, name, action),
        }))
        return [name, collectionRights(grants, own(actionNames, name) ?? [])]
      }),
    ),
  }
}

function collectionRights(
  grants: readonly Grant[],
  actions: readonly string[],
): WireCollectionRights {
  const listRoles = (right: keyof RoleRights['defaults'] & keyof CollectionRights) =>
    rolesWith(grants, ({ rights }) => rights[right])
  const fields = namesIn(grants, rights => rights.fields)
  return {
    collection: {
      browseEnabled: listRoles('browse'),
      readEnabled: listRoles('read'),
      editEnabled: listRoles('edit'),
      addEnabled: listRoles('add'),
      deleteEnabled: listRoles('delete'),
      exportEnabled: listRoles('export'),
    },
    ...(fields.length > 0 && {
      fields: Object.fromEntries(fields.map(name => [name, fieldRights(grants, name)])),
    }),
    actions: Object.fromEntries(
      [...new Set([...actions, ...namesIn(grants, rights => rights.actions)])]
        .sort()
        .map(name => [name, actionRights(grants, name)]),
    ),
  }
}

/** A role without an entry for a field has the permissions of the collection. */
function fieldRights(grants: readonly Grant[], name: string) {
  const of = ({ rights }: Grant) => own(rights.fields ?? {}, name)
  return {
    readEnabled: rolesWith(grants, grant => of(grant)?.read ?? true),
    editEnabled: rolesWith(grants, grant => of(grant)?.edit ?? true),
  }
}

function actionRights(grants: readonly Grant[], name: string): WireActionRights {
  const listRoles = (right: 'trigger' | 'requireApproval' | 'approve' | 'selfApprove') =>
    rolesWith(grants, grant => grant.onAction(name)?.[right] ?? false)
  const conditions = (key: Extract<keyof ActionRights, `${string}Condition`>) =>
    grants.flatMap(grant => {
      const filter = grant.onAction(name)?.[key]
      return filter ? { roleId: grant.roleId, filter } : []
    })
  return {
    triggerEnabled: listRoles('trigger'),
    triggerConditions: conditions('triggerCondition'),
    approvalRequired: listRoles('requireApproval'),
    approvalRequiredConditions: conditions('requireApprovalCondition'),
    userApprovalEnabled: listRoles('approve'),
    userApprovalConditions: conditions('approveCondition'),
    selfApprovalEnabled: listRoles('selfApprove'),
  }
}

const rolesWith = (grants: readonly Grant[], has: (grant: Grant) => boolean) => ({
  roles: grants
    .filter(has)
    .map(grant => grant.roleId)
    .sort((one, two) => one - two),
})

const namesIn = (
  grants: readonly Grant[],
  part: (rights: CollectionRights) => Readonly<Record<string, unknown>> | undefined,
) => [...new Set(grants.flatMap(({ rights }) => Object.keys(part(rights) ?? {})))].sort()

/** Names come from customers, so inherited keys such as `constructor` must not match. */
const own = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined
