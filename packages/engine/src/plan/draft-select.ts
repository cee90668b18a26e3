import type { ConditionTree, FieldPath, SelectNode } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import { getPath, leafPaths, type RelationStep } from './get-path.js'
import type { Planning } from './planning.js'

/** A select node while paths are still being added. */
export interface DraftNode {
  readonly collection: CollectionModel
  readonly columns: Set<string>
  readonly joins: Map<string, DraftJoin>
}

interface DraftJoin {
  readonly hop: RelationStep
  readonly node: DraftNode
  readonly where?: ConditionTree
}

export function draftNode(collection: CollectionModel): DraftNode {
  return { collection, columns: new Set(), joins: new Map() }
}

/** Returns the node of a relation that the source can join, limited to the rows in scope. */
export function joinNode(planning: Planning, node: DraftNode, hop: RelationStep): DraftNode {
  const known = node.joins.get(hop.as)
  if (known) return known.node
  const { target } = hop.relation
  const child = draftNode(target)
  const where = hop.isTrusted ? undefined : planning.scopes.get(target)
  node.joins.set(hop.as, { hop, node: child, where })
  for (const path of leafPaths(where)) joinPath(planning, child, path)
  return child
}

/** Adds the joins that a condition or a sort goes through. */
export function joinPath(planning: Planning, node: DraftNode, text: FieldPath): DraftNode {
  const { hops } = getPath(node.collection, text)
  return hops.reduce((parent, hop) => joinNode(planning, parent, hop), node)
}

export function finishNode({ collection, columns, joins }: DraftNode): SelectNode {
  return {
    collection: collection.source.name,
    columns: [...columns],
    joins: [...joins.values()].map(({ hop, node, where }) => ({
      as: hop.as,
      on: hop.relation.keys,
      node: finishNode(node),
      ...(where && { where }),
    })),
  }
}
