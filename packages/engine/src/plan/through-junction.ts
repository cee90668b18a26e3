import type { ConditionTree, Leaf, Scan } from '@service/datasource-toolkit'
import { ConditionTreeFactory, nestTree } from '@service/datasource-toolkit'
import { type CollectionModel, isStored, type ManyToManyModel } from '../model/model.js'
import type { RelatedTo } from '../query.js'
import { expandScope, expandTree, keysCondition } from './expand-filter.js'
import { leafPaths, sourceOperators } from './get-path.js'
import { type KeyCondition, keyCondition, type PendingLookup } from './key-set.js'
import type { ListPlan } from './plan.js'
import type { Planning } from './planning.js'
import { isPushableLeaf } from './pushable.js'

/** How one statement reads the records that a junction references. */
export interface Junction {
  readonly through: CollectionModel
  readonly relation: ManyToManyModel
  /** Selects the rows of the junction that belong to the parent. */
  readonly where: ConditionTree
  /** Excludes rows of the junction that reference no record. */
  readonly isThere: Leaf
}

/**
 * Plans a many-to-many list as a scan of the junction joined to the target, in one statement.
 * Undefined when the junction is in another source, or could reference a record twice.
 */
export async function planJunction(
  planning: Planning,
  related: RelatedTo | undefined,
): Promise<Junction | undefined> {
  if (related?.relation.kind !== 'ManyToMany') return undefined
  const { relation, parent } = related
  const isThere = presence(relation)
  if (!isThere || !isUniqueJunction(relation) || !hasTotalOrder(relation.target)) return undefined
  const where = await parentCondition(planning, relation, parent)
  if (leafPaths(where).some(path => path.includes(':'))) return undefined
  const { through } = relation
  const isPushed = leafConditions(where).every(leaf => isPushableLeaf(planning, through, leaf))
  return isPushed ? { through, relation, where, isThere } : undefined
}

/** Selects rows of the junction by origin key, within the junction's own scope. */
async function parentCondition(
  planning: Planning,
  { through, originKeys }: ManyToManyModel,
  parent: RelatedTo['parent'],
): Promise<ConditionTree> {
  const pairs = originKeys.map(({ from, to }) => ({ column: to, value: parent[from] }))
  const keys = await expandTree(planning, through, keysCondition(pairs))
  const scope = await expandScope(planning, through)
  return ConditionTreeFactory.intersect([keys, scope])!
}

/**
 * Whether the two keys are the primary key of the junction, so that a record cannot appear twice.
 */
function isUniqueJunction({ through, originKeys, foreignKeys }: ManyToManyModel): boolean {
  const columns = new Set([...originKeys.map(key => key.to), ...foreignKeys.map(key => key.from)])
  return through.hasProvenKey && through.primaryKey.every(({ name }) => columns.has(name))
}

/** The scan reads the junction, so only the key of the target can complete its order. */
const hasTotalOrder = ({ hasProvenKey, isKeyNullable }: CollectionModel): boolean =>
  hasProvenKey && !isKeyNullable

function presence({ name, target, through, foreignKeys }: ManyToManyModel): Leaf | undefined {
  const isLocal = target.sourceId === through.sourceId && target.capabilities.joins
  const columns = foreignKeys.flatMap(({ from, to }) => [through.path(from), target.path(to)])
  if (!isLocal || columns.some(({ column }) => !isStored(column.read))) return undefined
  const { column } = target.path(foreignKeys[0]!.to)
  const operators = sourceOperators(target, column)
  const field = `${name}:${column.name}`
  if (operators.has('NotEqual')) return { field, operator: 'NotEqual', value: null }
  return operators.has('Present') ? { field, operator: 'Present' } : undefined
}

function leafConditions(tree: ConditionTree): readonly Leaf[] {
  return 'operator' in tree ? [tree] : tree.conditions.flatMap(leafConditions)
}

/** Returns the plan of the target, read through its junction for requests of related records. */
export async function throughJunction(
  planning: Planning,
  plan: ListPlan,
  related: RelatedTo | undefined,
): Promise<ListPlan> {
  const junction = await planJunction(planning, related)
  if (!junction) return plan
  const { scan } = plan
  const as = junction.relation.name
  const orderBy = scan.orderBy.map(clause => ({ ...clause, field: `${as}:${clause.field}` }))
  const { where, select } = wrapScan(junction, scan)
  const steps = [{ kind: 'unwrap', as } as const, ...plan.steps]
  return {
    ...plan,
    source: junction.through.source,
    scan: { ...scan, select, where, orderBy },
    steps,
  }
}

export function wrapScan(
  { through, relation, where, isThere }: Junction,
  scan: Pick<Scan, 'select' | 'where'>,
): Pick<Scan, 'select' | 'where'> {
  const { name: as, foreignKeys: on } = relation
  const target = scan.where && nestTree(scan.where, as)
  return {
    select: {
      collection: through.source.name,
      columns: [],
      joins: [{ as, on, node: scan.select }],
    },
    where: ConditionTreeFactory.intersect([where, isThere, target]),
  }
}

/** When one statement is not possible: looks up the keys that the junction references first. */
export async function junctionLookup(
  planning: Planning,
  collection: CollectionModel,
  related: RelatedTo | undefined,
): Promise<{ readonly condition: KeyCondition; readonly lookup: PendingLookup } | undefined> {
  if (related?.relation.kind !== 'ManyToMany' || (await planJunction(planning, related)))
    return undefined
  const { relation, parent } = related
  const pairs = relation.originKeys.map(({ from, to }) => ({ column: to, value: parent[from] }))
  const where = await expandTree(planning, relation.through, keysCondition(pairs))
  const condition = keyCondition(
    planning,
    collection,
    relation.foreignKeys.map(key => key.to),
  )
  const request = { collection: relation.through, where, isTrusted: false }
  const columns = relation.foreignKeys.map(key => key.from)
  return { condition, lookup: { keys: condition.keys, columns, request } }
}
