import { z } from 'zod'
import { CollectionName, plainText } from '../projects/fields.js'
import { ActionCondition, conditionTree } from './condition-tree.js'
import { userVariables, withUserVariables } from './user-variables.js'

const right = z.boolean().default(false)

const collectionRights = {
  browse: right,
  read: right,
  edit: right,
  add: right,
  delete: right,
  export: right,
}

const Condition = withUserVariables(conditionTree(ActionCondition)).meta({
  id: 'ActionConditionTree',
  description: `One condition, or a group of them; at most 10 levels and 500 conditions. Values may be ${userVariables}.`,
})

/** The permissions of a role on an action. A condition restricts a permission to the records it matches. */
const ActionRights = z
  .strictObject({
    trigger: right,
    requireApproval: right,
    approve: right,
    selfApprove: right,
    triggerCondition: Condition.optional(),
    requireApprovalCondition: Condition.optional(),
    approveCondition: Condition.optional(),
  })
  .meta({ id: 'ActionRights' })

const CollectionRights = z
  .strictObject({
    ...collectionRights,
    fields: z
      .record(plainText(255), z.strictObject({ read: z.boolean(), edit: z.boolean() }))
      .optional()
      .meta({ description: 'Fields that are not listed follow the rights of the collection.' }),
    actions: z
      .record(plainText(255), ActionRights)
      .optional()
      .meta({ description: 'Actions that are not listed are denied.' }),
  })
  .meta({ id: 'CollectionRights' })

/** The permissions of a role in an environment. What is not allowed here is denied. */
export const RoleRights = z
  .strictObject({
    defaults: z
      .strictObject({
        ...collectionRights,
        trigger: z
          .boolean()
          .optional()
          .meta({ description: 'Whether the role may run their actions. Default: it may not.' }),
      })
      .meta({ description: 'For collections that are not listed.' }),
    collections: z.record(CollectionName, CollectionRights),
  })
  .meta({ id: 'RoleRights' })
export type RoleRights = z.output<typeof RoleRights>
export type ActionRights = z.output<typeof ActionRights>

/** The permissions of a role without a document: none. */
export const noRights: RoleRights = {
  defaults: { browse: false, read: false, edit: false, add: false, delete: false, export: false },
  collections: {},
}

/** All permissions, for the role of a person who creates a project or their own environment. */
export const allDefaultRights: RoleRights = {
  defaults: {
    browse: true,
    read: true,
    edit: true,
    add: true,
    delete: true,
    export: true,
    trigger: true,
  },
  collections: {},
}

const triggerOnly: ActionRights = {
  trigger: true,
  requireApproval: false,
  approve: false,
  selfApprove: false,
}

/**
 * The permissions on one action; undefined when there are none. Names come from customers, so inherited keys
 * must not match.
 */
export function rightsOnAction(
  { defaults, collections }: RoleRights,
  collectionName: string,
  actionName: string,
): ActionRights | undefined {
  if (!Object.hasOwn(collections, collectionName)) return defaults.trigger ? triggerOnly : undefined
  const actions = collections[collectionName]?.actions ?? {}
  return Object.hasOwn(actions, actionName) ? actions[actionName] : undefined
}
