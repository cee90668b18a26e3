import { z } from 'zod'
import { Moment } from '../projects/fields.js'
import { conditionTree, leavesOf, RecordCondition } from '../roles/condition-tree.js'
import { unknownVariableIn, userVariables } from './user-variables.js'

/** Which records a team sees: a condition whose texts may name facts of the person who looks. */
const ScopeCondition = conditionTree(RecordCondition)
  .superRefine((tree, { addIssue }) => {
    for (const { value } of leavesOf(tree)) {
      const problem = problemOf(value)
      if (problem !== undefined) addIssue({ code: 'custom', message: problem })
    }
  })
  .meta({
    id: 'ScopeCondition',
    description: `One condition, or a group of them; at most 10 levels and 500 conditions. Texts may hold ${userVariables}.`,
  })

/** The scope of a team on a collection. */
export const Scope = z
  .object({ collectionName: z.string(), condition: ScopeCondition, updatedAt: Moment })
  .meta({ id: 'Scope' })
export type Scope = z.output<typeof Scope>

/** What a client says of a scope. */
export const ScopeBody = z.strictObject({ condition: ScopeCondition })

/** A variable stands in a text of its own: agents do not look for any inside lists. */
function problemOf(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    return value.some(item => typeof item === 'string' && item.includes('{{'))
      ? 'must not have user variables inside a list'
      : undefined
  }
  const unknown = typeof value === 'string' ? unknownVariableIn(value) : undefined
  return unknown === undefined
    ? undefined
    : `must not have the user variable '${unknown}'. Allowed: ${userVariables}`
}
