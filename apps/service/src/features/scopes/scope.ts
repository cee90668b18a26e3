import { z } from 'zod'
import { Moment } from '../projects/fields.js'
import { conditionTree, RecordCondition } from '../roles/condition-tree.js'
import { userVariables, withUserVariables } from '../roles/user-variables.js'

/** The records a team sees, as a condition whose values may be variables of the current user. */
const ScopeCondition = withUserVariables(conditionTree(RecordCondition)).meta({
  id: 'ScopeCondition',
  description: `One condition, or a group of them; at most 10 levels and 500 conditions. Values may be ${userVariables}.`,
})

/** The scope of a team on a collection. */
export const Scope = z
  .object({
    collectionName: z.string(),
    condition: ScopeCondition,
    updatedAt: Moment,
    tag: z.string().meta({ description: 'Of this version of the condition, for `If-Match`.' }),
  })
  .meta({ id: 'Scope' })
export type Scope = z.output<typeof Scope>

/** The body of a request to set a scope. */
export const ScopeBody = z.strictObject({ condition: ScopeCondition })
