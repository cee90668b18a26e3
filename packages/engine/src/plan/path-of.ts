import type { ConditionTree, FieldPath, Operator } from '@service/datasource-toolkit'
import { isLeaf } from '@service/datasource-toolkit'
import type { CollectionModel, ColumnModel, ToOneModel } from '../model/model.js'

/** One relation on a path, and the name its rows have in the plan. */
export interface Hop {
  readonly as: string
  readonly relation: ToOneModel
  /** The path belongs to a scope, which sees all rows of the collections it goes through. */
  readonly isTrusted: boolean
}

export interface PlannedPath {
  readonly text: FieldPath
  readonly hops: readonly Hop[]
  /** The collection the column is of. */
  readonly owner: CollectionModel
  readonly column: ColumnModel
  /** The name of the column in the rows of the plan. */
  readonly as: string
}

const trustMark = '!'

/** The name under which a scope's own join or field appears beside the one the request may see. */
export function trusted(name: string): string {
  return trustMark + name
}

export function isTrustedName(name: string): boolean {
  return name.startsWith(trustMark)
}

/** What a column that is not the source's is made of. */
export function neededPaths({ read }: ColumnModel): readonly FieldPath[] {
  if (read.kind === 'native') return []
  return read.kind === 'alias' ? [read.path] : read.dependencies
}

const known = new WeakMap<CollectionModel, Map<FieldPath, PlannedPath>>()
// As many paths as a model remembers; a relation to itself makes endless ones.
const maxRemembered = 5000

export function pathOf(collection: CollectionModel, text: FieldPath): PlannedPath {
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

/** The path as the model knows it. */
export function plainPath(text: FieldPath): FieldPath {
  return text.includes(trustMark) ? text.replace(/(^|:)!/g, '$1') : text
}

/** What comes before the column in a path, with its colon: `customer:` or nothing. */
export function prefixOf(text: FieldPath): string {
  return text.slice(0, text.lastIndexOf(':') + 1)
}

export function leafPaths(tree: ConditionTree | undefined): readonly FieldPath[] {
  if (!tree) return []
  return isLeaf(tree) ? [tree.field] : tree.conditions.flatMap(leafPaths)
}

const noOperator: ReadonlySet<Operator> = new Set()

/** The operators the source itself evaluates on a column. */
export function sourceOperators(
  { source }: CollectionModel,
  { read }: ColumnModel,
): ReadonlySet<Operator> {
  if (read.kind !== 'native') return noOperator
  const field = source.schema.fields[read.column]
  return field?.kind === 'Column' ? field.operators : noOperator
}
