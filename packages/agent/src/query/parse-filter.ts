import { parseExactJson, ValidationError } from '@service/base'
import type { ConditionTree, Leaf } from '@service/datasource-toolkit'
import { ConditionTreeFactory, mapLeaves, validateLeaf } from '@service/datasource-toolkit'
import type { CollectionModel } from '@service/engine'
import type { Access } from '../gateway/access.js'
import type { ViewPath } from './uses.js'
import { resolveViewPath } from './view-path.js'

export interface ParsedFilter {
  readonly tree?: ConditionTree
  readonly paths: readonly ViewPath[]
}

const unfiltered: ParsedFilter = { paths: [] }

/**
 * Parses a filter, JSON text or an object, with exported field names. Without `access`, every field is
 * allowed. Days that are compared with instants begin in `timezone`, UTC by default.
 */
export function parseFilter(
  collection: CollectionModel,
  filters: unknown,
  access?: Access,
  timezone?: string,
): ParsedFilter {
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
    const path = resolveViewPath(collection, leaf.field, access)
    paths.push(path)
    const { columnType, enumValues, alsoHolds, filter } = path.column
    const column = { columnType, enumValues, alsoHolds, operators: filter.keys() }
    const checked = validateLeaf(leaf, column, timezone)
    return { ...checked, field: path.text }
  }
}

function parseText(filters: unknown): unknown {
  if (typeof filters !== 'string') return filters
  try {
    return parseExactJson(filters)
  } catch (error) {
    throw new ValidationError(`they are not JSON (${(error as Error).message}).`)
  }
}
