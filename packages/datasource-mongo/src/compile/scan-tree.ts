import type { ConditionTree, FieldPath, Join, SelectNode } from '@service/datasource-toolkit'
import { isLeaf, MissingFieldError } from '@service/datasource-toolkit'
import {
  collectionNamed,
  columnNamed,
  type MongoCollection,
  type MongoSource,
} from '../collection.js'
import type { FindColumn } from './column-path.js'

/** A node of a query: its collection, and its joins under their names in the documents. */
export interface ScanNode {
  readonly collection: MongoCollection
  readonly columns: readonly string[]
  readonly joins: readonly ScanJoin[]
}

export interface ScanJoin {
  readonly join: Join
  /** A name that no field of a document has. */
  readonly alias: string
  readonly node: ScanNode
}

export function scanTree(source: MongoSource, select: SelectNode): ScanNode {
  return {
    collection: collectionNamed(source, select.collection),
    columns: select.columns,
    joins: select.joins.map((join, index) => ({
      join,
      alias: `@join${index}`,
      node: scanTree(source, join.node),
    })),
  }
}

/** Creates a function that finds columns in the documents of a node, including joined ones. */
export function createColumnLookup(node: ScanNode, prefix = ''): FindColumn {
  return path => {
    const colon = path.indexOf(':')
    if (colon < 0) {
      const column = columnNamed(node.collection, path)
      return { column, path: `${prefix}${column.path}` }
    }
    const name = path.slice(0, colon)
    const found = node.joins.find(({ join }) => join.as === name)
    if (!found) {
      throw new MissingFieldError(
        node.collection.name,
        name,
        node.joins.map(({ join }) => join.as),
      )
    }
    return createColumnLookup(found.node, `${prefix}${found.alias}.`)(path.slice(colon + 1))
  }
}

/** Returns the node with only those joins that a path uses. */
export function withUsedJoins(node: SelectNode, paths: readonly FieldPath[]): SelectNode {
  const joins = node.joins.flatMap(join => {
    const prefix = `${join.as}:`
    const through = paths.filter(path => path.startsWith(prefix))
    if (through.length === 0) return []
    const inner = [...through.map(path => path.slice(prefix.length)), ...listPaths(join.where)]
    return [{ ...join, node: withUsedJoins(join.node, inner) }]
  })
  return { ...node, joins }
}

export function listPaths(tree: ConditionTree | undefined): FieldPath[] {
  if (!tree) return []
  return isLeaf(tree) ? [tree.field] : tree.conditions.flatMap(listPaths)
}
