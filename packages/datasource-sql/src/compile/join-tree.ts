import { ValidationError } from '@service/base'
import type { FieldPath, Join, SelectNode } from '@service/datasource-toolkit'
import {
  collectionNamed,
  columnNamed,
  type SqlCollection,
  type SqlCollections,
} from '../collection.js'
import type { Dialect } from '../dialect.js'
import type { ColumnInfo } from '../introspect/introspection.js'
import type { Sql } from '../sql.js'
import { compileReference } from './json-path.js'

/** A select node with its table and its alias in the statement. */
export interface JoinTree {
  readonly alias: string
  readonly collection: SqlCollection
  readonly select: SelectNode
  readonly joins: readonly JoinBranch[]
}

export interface JoinBranch {
  readonly join: Join
  readonly tree: JoinTree
}

/** The column and table alias that a path resolves to. */
export interface ColumnAt {
  readonly column: ColumnInfo
  readonly reference: Sql
  /** Columns of joined tables are null when no row was joined. */
  readonly isNullable: boolean
}

export function joinTree(collections: SqlCollections, select: SelectNode): JoinTree {
  let count = 0
  const grow = (node: SelectNode): JoinTree => ({
    alias: `t${count++}`,
    collection: collectionNamed(collections, node.collection),
    select: node,
    joins: node.joins.map(join => ({ join, tree: grow(join.node) })),
  })
  return grow(select)
}

export function columnAt(dialect: Dialect, tree: JoinTree, path: FieldPath): ColumnAt {
  const names = path.split(':')
  const name = names.pop() as string
  let at = tree
  for (const relation of names) {
    const branch = at.joins.find(({ join }) => join.as === relation)
    if (!branch)
      throw new ValidationError(
        `The query filters or sorts by '${path}' without joining '${relation}'.`,
      )
    at = branch.tree
  }
  const column = columnNamed(at.collection, name)
  return {
    column,
    reference: compileReference(dialect, at.alias, column),
    isNullable: column.allowNull || column.mayHoldNull === true || at !== tree,
  }
}

/** Finds the column of a path, without aliases; enough to encode its values. */
export function columnInfoAt(
  collections: SqlCollections,
  select: SelectNode,
  path: FieldPath,
): ColumnInfo {
  let node = select
  let start = 0
  for (let end = path.indexOf(':'); end >= 0; end = path.indexOf(':', start)) {
    const relation = path.slice(start, end)
    const join = node.joins.find(candidate => candidate.as === relation)
    if (!join)
      throw new ValidationError(
        `The query filters or sorts by '${path}' without joining '${relation}'.`,
      )
    node = join.node
    start = end + 1
  }
  return columnNamed(collectionNamed(collections, node.collection), path.slice(start))
}

/** Returns the joined tables that paths use. */
export function treesOnTheWay(tree: JoinTree, paths: Iterable<FieldPath>): Set<JoinTree> {
  const used = new Set<JoinTree>()
  for (const path of paths) {
    let at = tree
    for (const relation of path.split(':').slice(0, -1)) {
      const branch = at.joins.find(({ join }) => join.as === relation)
      if (!branch) break
      at = branch.tree
      used.add(at)
    }
  }
  return used
}
