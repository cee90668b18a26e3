import type { ConditionTree, FieldPath, Operator } from '@service/datasource-toolkit'
import { isLeaf } from '@service/datasource-toolkit'
import type { CollectionModel, ColumnModel, ToOneModel } from '../model/model.js'

/** One relation of a path, and the name of its rows in the plan. */
export interface RelationStep {
  readonly as: string
  readonly relation: ToOneModel
  /**
   * True when the path belongs to a scope, which sees all rows of the collections it goes through.
   */
  readonly isTrusted: boolean
}

export interface PlannedPath {
  readonly text: FieldPath
  readonly hops: readonly RelationStep[]
  /** The collection that has the column. */
  readonly owner: CollectionModel
  readonly column: ColumnModel
  /** The name of the column in the rows of the plan. */
  readonly as: string
}

const trustMark = '!'

/**
 * Returns the name of a scope's own join or field, which is separate from the one visible to the
 * request.
 */
export function trusted(name: string): string {
  return trustMark + name
}

export function isTrustedName(name: string): boolean {
  return name.startsWith(trustMark)
}

/** Returns the paths that a column outside the source is computed from. */
export function neededPaths({ read }: ColumnModel): readonly FieldPath[] {
  if (read.kind === 'native') return []
  return read.kind === 'alias' ? [read.path] : read.dependencies
}

const known = new WeakMap<CollectionModel, Map<FieldPath, PlannedPath>>()
// Same bound as in the model, because a relation of a collection to itself makes endless paths.
const maxRemembered = 5000

export function getPath(collection: CollectionModel, text: FieldPath): PlannedPath {
  let paths = known.get(collection)
  if (!paths || paths.size >= maxRemembered) {
    paths = new Map()
    known.set(collection, paths)
  }
  const remembered = paths.get(text)
  if (remembered) return remembered
  const planned = planPath(collection, text)
  paths.set(text, planned)
  return planned
}

function planPath(collection: CollectionModel, text: FieldPath): PlannedPath {
  const names = text.split(':')
  const { relations, column } = collection.path(plainPath(text))
  const hops = relations.map((relation, index) => {
    const as = names[index]!
    return { as, relation, isTrusted: isTrustedName(as) }
  })
  return { text, hops, column, owner: relations.at(-1)?.target ?? collection, as: names.at(-1)! }
}

/** Returns the path with its name in the model. */
export function plainPath(text: FieldPath): FieldPath {
  return text.includes(trustMark) ? text.replace(/(^|:)!/g, '$1') : text
}

/** Returns what precedes the column in a path, with its colon: `customer:` or nothing. */
export function slicePrefix(text: FieldPath): string {
  return text.slice(0, text.lastIndexOf(':') + 1)
}

export function leafPaths(tree: ConditionTree | undefined): readonly FieldPath[] {
  if (!tree) return []
  return isLeaf(tree) ? [tree.field] : tree.conditions.flatMap(leafPaths)
}

const noOperator: ReadonlySet<Operator> = new Set()

/** Returns the operators that the source itself evaluates on a column. */
export function sourceOperators(
  { source }: CollectionModel,
  { read }: ColumnModel,
): ReadonlySet<Operator> {
  if (read.kind !== 'native') return noOperator
  const field = source.schema.fields[read.column]
  return field?.kind === 'Column' ? field.operators : noOperator
}
