import type { ConditionTree, Scan } from '@service/datasource-toolkit'
import { isLeaf } from '@service/datasource-toolkit'
import type { Document } from 'mongodb'
import { type MongoSource, partStages } from '../collection.js'
import type { Reading } from '../read-page.js'
import { lookupStages } from './lookup.js'
import { compileMatch } from './match.js'
import { compileAfter, compileUpTo, sortStages } from './order.js'
import { buildProjection, type DecodeRow, rowDecoder } from './rows.js'
import { createColumnLookup, listPaths, scanTree } from './scan-tree.js'

export interface CompiledList {
  readonly collection: string
  /**
   * Filter and order come first, so that indexes can be used; only the documents of the page are
   * projected.
   */
  readonly pipeline: readonly Document[]
  readonly decode: DecodeRow
}

/** Every join of the scan must be one that its filter or order uses. */
export function compileList(
  source: MongoSource,
  scan: Scan,
  { sortBy = scan.orderBy, upTo, stored }: Reading = {},
): CompiledList {
  const node = scanTree(source, scan.select)
  const findColumn = createColumnLookup(node)
  const [own, joined] = splitTree(scan.where)
  const after = compileAfter(scan.after, scan.orderBy, findColumn, stored)
  const isAfterJoined = scan.orderBy.some(({ field }) => field.includes(':'))
  const { skip = 0, limit } = scan.page ?? {}
  return {
    collection: node.collection.source,
    pipeline: [
      ...partStages(node.collection),
      ...matchStages(
        compileMatch(own, findColumn),
        isAfterJoined ? undefined : after,
        compileUpTo(upTo, scan.orderBy, findColumn),
      ),
      ...lookupStages(node, node.joins),
      ...matchStages(compileMatch(joined, findColumn), isAfterJoined ? after : undefined),
      ...sortStages(sortBy, findColumn),
      ...(skip > 0 ? [{ $skip: skip }] : []),
      ...(limit === undefined ? [] : [{ $limit: limit }]),
      { $project: buildProjection(node) },
    ],
    decode: rowDecoder(node),
  }
}

export function matchStages(...filters: readonly (Document | undefined)[]): Document[] {
  const given = filters.filter(filter => filter !== undefined)
  if (given.length === 0) return []
  return [{ $match: given.length > 1 ? { $and: given } : given[0] }]
}

/**
 * Splits a tree into the conditions on the collection's own columns and the rest, joined by `And`.
 */
export function splitTree(
  tree: ConditionTree | undefined,
): readonly [ConditionTree | undefined, ConditionTree | undefined] {
  if (!tree) return [undefined, undefined]
  const isOwn = (part: ConditionTree) => listPaths(part).every(path => !path.includes(':'))
  if (isOwn(tree)) return [tree, undefined]
  if (isLeaf(tree) || tree.aggregator === 'Or') return [undefined, tree]
  const own = tree.conditions.filter(isOwn)
  const joined = tree.conditions.filter(part => !isOwn(part))
  const all = (conditions: readonly ConditionTree[]): ConditionTree => ({
    aggregator: 'And',
    conditions,
  })
  return [own.length > 0 ? all(own) : undefined, all(joined)]
}
