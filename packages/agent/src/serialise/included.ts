import type { FieldPath, Row } from '@service/datasource-toolkit'
import type { CollectionModel } from '@service/engine'
import { packId } from '../query/parse-id.js'
import { type ResourceNode, writeResource } from './resource.js'

/** The records of one collection that a document includes, through any relation. */
interface Group {
  readonly node: ResourceNode
  /** Whether several relations target it: their rows of one record are merged. */
  readonly isShared: boolean
}

export interface IncludedPlan {
  readonly groups: readonly Group[]
  readonly groupIndexes: ReadonlyMap<ResourceNode, number>
}

/** Groups the related nodes of a document by their collection. */
export function planIncluded(
  root: ResourceNode,
  compile: (collection: CollectionModel, paths: readonly FieldPath[]) => ResourceNode,
): IncludedPlan {
  const nodesByCollection = new Map<CollectionModel, ResourceNode[]>()
  visit(root)
  const groupIndexes = new Map<ResourceNode, number>()
  const groups = [...nodesByCollection].map(([collection, nodes], index) => {
    for (const node of nodes) groupIndexes.set(node, index)
    if (nodes.length === 1) return { node: nodes[0]!, isShared: false }
    const paths = [...new Set(nodes.flatMap(listPaths))]
    return { node: compile(collection, paths), isShared: true }
  })
  return { groups, groupIndexes }

  function visit(node: ResourceNode): void {
    for (const { node: target } of node.toOne) {
      const nodes = nodesByCollection.get(target.collection)
      if (nodes) nodes.push(target)
      else nodesByCollection.set(target.collection, [target])
      visit(target)
    }
  }
}

/** Writes each related record once. */
export function writeIncluded(
  plan: IncludedPlan,
  root: ResourceNode,
  rows: readonly Row[],
): string {
  if (plan.groups.length === 0) return ''
  const found = plan.groups.map(() => new Map<unknown, Row>())
  for (const row of rows) collect(root, row)
  let text = ''
  for (let index = 0; index < found.length; index += 1) {
    const { node } = plan.groups[index]!
    for (const row of found[index]!.values()) {
      text += (text === '' ? '' : ',') + writeResource(node, row)
    }
  }
  return text

  function collect(node: ResourceNode, row: Row): void {
    for (const { name, node: target } of node.toOne) {
      const related = row[name] as Row | null | undefined
      if (related === undefined || related === null) continue
      const index = plan.groupIndexes.get(target)!
      const records = found[index]!
      const key = buildIdentity(target.collection, related)
      const earlier = records.get(key)
      if (earlier !== undefined && !plan.groups[index]!.isShared) continue
      records.set(key, earlier === undefined ? related : { ...earlier, ...related })
      if (target.toOne.length > 0) collect(target, related)
    }
  }
}

/** Equal for equal records: the key itself when it is a single number or text. */
function buildIdentity(collection: CollectionModel, row: Row): unknown {
  if (collection.primaryKey.length === 1) {
    const value = row[collection.primaryKey[0]!.name]
    if (typeof value !== 'object') return value
  }
  return packId(collection, row)
}

function listPaths(node: ResourceNode): FieldPath[] {
  const own = node.attributes.map(attribute => attribute.name)
  const related = node.toOne.flatMap(({ name, node: target }) =>
    [...listPaths(target), ...target.collection.primaryKey.map(column => column.name)].map(
      path => `${name}:${path}`,
    ),
  )
  return [...own, ...related]
}
