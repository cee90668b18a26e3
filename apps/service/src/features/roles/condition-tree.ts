import { z } from 'zod'
import { plainText } from '../projects/fields.js'
import { operators, operatorsWithoutValue } from './operators.js'

/** The maximum nesting of groups, including the outermost. */
const MAX_DEPTH = 10
const MAX_LEAVES = 500
const MAX_LIST = 1000

type Scalar = string | number | boolean | null

/** A condition on one field. */
export interface ConditionLeaf {
  readonly field: string
  readonly operator: (typeof operators)[number]
  readonly value?: Scalar | readonly Scalar[]
  /** A field of the record (the default) or of the form of an action. */
  readonly source?: 'data' | 'input'
}

/** A condition on one field, or a group of conditions. */
export type ConditionTree =
  | ConditionLeaf
  | { readonly aggregator: 'and' | 'or'; readonly conditions: readonly ConditionTree[] }

const Scalar = z.union([
  z
    .string()
    .max(10_000, 'must have at most 10000 characters')
    .regex(/^[^\0\p{Cs}]*$/u, 'must not contain NUL characters or unpaired surrogates'),
  z.number(),
  z.boolean(),
  z.null(),
])

const leafFields = {
  field: plainText(255),
  operator: z.enum(operators),
  value: z
    .union([Scalar, z.array(Scalar).max(MAX_LIST, 'must have at most 1000 items')])
    .optional(),
}

const hasFittingValue = ({ operator, value }: ConditionLeaf) =>
  operatorsWithoutValue.has(operator) ? (value ?? null) === null : value !== undefined
const valueRule = { path: ['value'], error: 'must be given, except for operators that take none' }

/** A condition on a field of the record. */
export const RecordCondition = z
  .strictObject(leafFields)
  .refine(hasFittingValue, valueRule)
  .meta({ id: 'RecordCondition' })

/** A condition on a field of the record or of the action's form. */
export const ActionCondition = z
  .strictObject({ ...leafFields, source: z.enum(['data', 'input']).optional() })
  .refine(hasFittingValue, valueRule)
  .meta({ id: 'ActionCondition' })

/** Builds the schema of trees with these leaves, level by level, which limits the nesting of input. */
export function conditionTree(leaf: z.ZodType<ConditionLeaf>): z.ZodType<ConditionTree> {
  let tree: z.ZodType<ConditionTree> = leaf
  for (let depth = 1; depth < MAX_DEPTH; depth++) {
    const group = z.strictObject({
      aggregator: z.enum(['and', 'or']),
      conditions: z.array(tree).min(1, 'must have at least one condition'),
    })
    tree = z.union([leaf, group])
  }
  return tree.refine(
    root => listLeaves(root).length <= MAX_LEAVES,
    `must have at most ${MAX_LEAVES} conditions in all`,
  )
}

/** Every leaf of a tree, from left to right. */
export function listLeaves(tree: ConditionTree): readonly ConditionLeaf[] {
  return 'aggregator' in tree ? tree.conditions.flatMap(listLeaves) : [tree]
}
