import { knownNames, unknownOption, ValidationError } from '@service/base'
import {
  type ConditionTree,
  ConditionTreeFactory,
  isLeaf,
  type Leaf,
} from '@service/datasource-toolkit'
import { entryError } from '../journal.js'
import { getPath } from '../plan/get-path.js'
import type { Draft } from './draft.js'
import type { CollectionModel } from './model.js'

/**
 * Throws on segments without a function that name unknown fields, or operators their fields do not
 * have.
 */
export function checkSegments(
  draft: Draft,
  collections: ReadonlyMap<string, CollectionModel>,
): void {
  for (const { name, segments } of draft.values()) {
    const collection = collections.get(name)!
    for (const { fixed, addedBy } of segments.values()) {
      if (!fixed) continue
      try {
        checkTree(collection, fixed)
      } catch (error) {
        throw addedBy ? entryError(addedBy, error) : error
      }
    }
  }
}

const leafMembers = ['field', 'operator', 'value']
const branchMembers = ['aggregator', 'conditions']

function checkTree(collection: CollectionModel, tree: ConditionTree): void {
  checkMembers(tree)
  ConditionTreeFactory.fromPlainObject(tree)
  for (const leaf of listLeaves(tree)) checkLeaf(collection, leaf)
}

/** A condition of customer code may have any shape. */
function checkMembers(tree: unknown): void {
  if (typeof tree !== 'object' || tree === null) return
  const isBranch = branchMembers.some(name => name in tree)
  const problem = unknownOption(tree, isBranch ? branchMembers : leafMembers, 'a condition')
  if (problem) throw new ValidationError(problem)
  if ('conditions' in tree && Array.isArray(tree.conditions)) tree.conditions.forEach(checkMembers)
}

const listLeaves = (tree: ConditionTree): readonly Leaf[] =>
  isLeaf(tree) ? [tree] : tree.conditions.flatMap(listLeaves)

function checkLeaf(collection: CollectionModel, { field, operator }: Leaf): void {
  const { owner, column } = getPath(collection, field)
  if (column.filter.has(operator)) return
  const available = knownNames(operator, column.filter.keys(), column.filter.size)
  throw new ValidationError(
    `'${operator}' is not available on '${owner.name}.${column.name}'. Available: ${available}`,
  )
}
