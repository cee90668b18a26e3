import type { ConditionTree, Leaf } from '@service/datasource-toolkit'
import {
  ConditionTreeFactory,
  ConditionTreeLeaf,
  castFilterValue,
  mapLeaves,
  ValidationError,
  validateLeaf,
} from '@service/datasource-toolkit'
import type { CollectionModel } from '@service/engine'
import { binaryMode, decodeBinary } from '../serialise/binary.js'
import type { ViewPath } from './view-path.js'
import { resolveViewPath } from './view-path.js'

export interface ParsedFilter {
  readonly tree?: ConditionTree
  readonly paths: readonly ViewPath[]
}

const unfiltered: ParsedFilter = { paths: [] }

/** Reads a filter, JSON text or an object, whose fields are exported names. */
export function parseFilter(collection: CollectionModel, filters: unknown): ParsedFilter {
  if (filters === undefined || filters === null || filters === '') return unfiltered
  const paths: ViewPath[] = []
  try {
    const tree = ConditionTreeFactory.fromPlainObject(parseText(filters))
    return { tree: tree && mapLeaves(tree, resolveLeaf), paths }
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    throw new ValidationError(`Invalid filters: ${error.message}`, { cause: error })
  }

  function resolveLeaf(leaf: Leaf): Leaf {
    const path = resolveViewPath(collection, leaf.field)
    const { column } = path
    paths.push(path)
    if (!column.filter.has(leaf.operator)) throw unknownOperator(leaf, path)
    const value = castFilterValue(leaf.operator, column.columnType, decodeBytes(leaf.value, path))
    const resolved = new ConditionTreeLeaf(path.text, leaf.operator, value)
    validateLeaf(resolved, column)
    return resolved
  }

  function decodeBytes(value: unknown, path: ViewPath): unknown {
    if (path.column.columnType !== 'Binary') return value
    const mode = binaryMode(path.relations.at(-1)?.target ?? collection, path.column)
    const decode = (item: unknown) =>
      typeof item === 'string' ? decodeBinary(path.text, item, mode) : item
    return Array.isArray(value) ? value.map(decode) : decode(value)
  }
}

function parseText(filters: unknown): unknown {
  if (typeof filters !== 'string') return filters
  try {
    return JSON.parse(filters)
  } catch (error) {
    throw new ValidationError(`they are not JSON (${(error as Error).message}).`)
  }
}

function unknownOperator(leaf: Leaf, { column }: ViewPath): ValidationError {
  const known = [...column.filter.keys()].join(', ')
  const allowed = known === '' ? 'It cannot be filtered on.' : `It has: ${known}.`
  return new ValidationError(`'${leaf.field}' has no operator '${leaf.operator}'. ${allowed}`)
}
