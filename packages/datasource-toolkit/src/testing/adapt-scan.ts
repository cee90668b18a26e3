import { mapLeaves } from '../condition-tree/transforms.js'
import { rewriteLeaf } from '../equivalences/rewrite-leaf.js'
import type { ConditionTree } from '../query.js'
import type { ColumnSchema } from '../schema.js'
import type { Call, CollectionSource, DataSource, Scan, SelectNode } from '../source.js'

/**
 * Returns the collection of a source, or throws with the names of its collections.
 *
 * @example
 * const orders = collectionOf(source, 'orders')
 */
export function requireCollection(source: DataSource, name: string): CollectionSource {
  const collection = source.collections.find(candidate => candidate.name === name)
  if (collection) return collection
  const names = source.collections.map(candidate => candidate.name)
  throw new Error(`The source has no collection '${name}'. It has: ${names.join(', ')}.`)
}

export function requireColumn(source: DataSource, collection: string, name: string): ColumnSchema {
  const field = requireCollection(source, collection).schema.fields[name]
  if (field?.kind !== 'Column') throw new Error(`'${collection}' has no column '${name}'.`)
  return field
}

/**
 * Rewrites a query with the operators the source supports, as the engine does.
 *
 * @example
 * const select = { collection: 'orders', columns: ['id'], joins: [] }
 * const scan = { select, where: new ConditionTreeLeaf('status', 'Equal', 'paid'), orderBy: [] }
 * const rows = await collectionOf(source, 'orders').list(adaptScan(source, scan, call), call)
 */
export function adaptScan<S extends Pick<Scan, 'select' | 'where'>>(
  source: DataSource,
  scan: S,
  call: Call,
): S {
  return {
    ...scan,
    select: adaptNode(source, scan.select, call),
    where: adaptTree(source, scan.select, scan.where, call),
  }
}

function adaptNode(source: DataSource, node: SelectNode, call: Call): SelectNode {
  return {
    ...node,
    joins: node.joins.map(join => ({
      ...join,
      node: adaptNode(source, join.node, call),
      where: adaptTree(source, join.node, join.where, call),
    })),
  }
}

function adaptTree(
  source: DataSource,
  node: SelectNode,
  tree: ConditionTree | undefined,
  call: Call,
): ConditionTree | undefined {
  if (!tree) return undefined
  return mapLeaves(tree, leaf => {
    const { columnType, operators } = columnAt(source, node, leaf.field.split(':'))
    const rewritten = rewriteLeaf(leaf, columnType, operators, call)
    if (!rewritten) throw new Error(`The source cannot say ${leaf.operator} on ${leaf.field}.`)
    return rewritten
  })
}

function columnAt(
  source: DataSource,
  node: SelectNode,
  [name = '', ...rest]: readonly string[],
): ColumnSchema {
  if (rest.length === 0) return requireColumn(source, node.collection, name)
  const join = node.joins.find(candidate => candidate.as === name)
  if (!join) throw new Error(`The query joins no '${name}'.`)
  return columnAt(source, join.node, rest)
}
