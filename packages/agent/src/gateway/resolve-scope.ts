import type { Logger } from '@service/base'
import { type ConditionTree, ConditionTreeFactory } from '@service/datasource-toolkit'
import type { CollectionModel } from '@service/engine'
import { parseFilter } from '../query/parse-filter.js'
import { fillCondition } from './fill-condition.js'
import type { ReadVariable } from './variables.js'

/**
 * Resolves a scope with the user's values and internal names. An invalid scope matches no rows,
 * since a mistake in it must not expose the table.
 */
export function resolveScope(
  scope: object,
  collection: CollectionModel,
  readVariable: ReadVariable,
  logger: Logger,
): ConditionTree | undefined {
  try {
    return parseFilter(collection, fillCondition(scope, readVariable)).tree
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    logger('Warn', `The scope of '${collection.name}' hides all its rows: ${reason}`)
    return ConditionTreeFactory.matchNone
  }
}
