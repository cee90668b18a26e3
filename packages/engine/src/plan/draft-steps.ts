import type { FieldPath } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import { type DraftNode, draftNode, joinNode } from './draft-select.js'
import { getPath, isTrustedName, neededPaths, type RelationStep } from './get-path.js'
import type { RowPath, Step } from './plan.js'
import type { Planning } from './planning.js'
import { isPushableHop } from './pushable.js'
import { trustIf } from './trust-path.js'

/** A join step whose list is planned later, since later paths may add to it. */
export interface PendingJoin {
  readonly kind: 'pending-join'
  readonly at: RowPath
  readonly hop: RelationStep
  /** Columns of the rows that hold the key. */
  readonly from: readonly string[]
  readonly projection: Set<FieldPath>
}

/** What the scan reads and the steps on its rows, while paths are still being added. */
export interface DraftSteps {
  readonly planning: Planning
  readonly root: DraftNode
  readonly steps: (Step | PendingJoin)[]
  /** Every path the rows will hold. */
  readonly held: Set<FieldPath>
  /** Joins of the current rows; after the page is cut, new ones read only for the page. */
  joins: Map<string, PendingJoin>
}

export function draftSteps(planning: Planning, collection: CollectionModel): DraftSteps {
  const root = draftNode(collection)
  return { planning, root, steps: [], held: new Set(), joins: new Map() }
}

/**
 * Makes a path available to the following steps: from the scan where the source has it, else from a
 * step added after its dependencies. Adding in that order is the topological sort.
 */
export function addPath(draft: DraftSteps, text: FieldPath): void {
  if (draft.held.has(text)) return
  const { hops, owner, column, as } = getPath(draft.root.collection, text)
  const names = hops.map(hop => hop.as)
  let node = draft.root
  for (const [index, hop] of hops.entries()) {
    if (!isPushableHop(draft.planning, hop)) {
      needJoin(draft, names.slice(0, index), node.collection, hop, text)
      return
    }
    node = joinNode(draft.planning, node, hop)
  }
  draft.held.add(text)
  if (column.read.kind === 'native') {
    node.columns.add(column.read.column)
    return
  }
  const reads = trustIf(isTrustedName(as), draft.planning, owner, neededPaths(column))
  for (const path of reads) addPath(draft, [...names, path].join(':'))
  draft.steps.push({ kind: 'compute', at: names, owner, column, as, reads })
}

/** The rest of the path is read by the list of the related collection. */
function needJoin(
  draft: DraftSteps,
  at: RowPath,
  collection: CollectionModel,
  hop: RelationStep,
  text: FieldPath,
): void {
  const keys = hop.relation.keys.map(key => key.from)
  const from = trustIf(hop.isTrusted, draft.planning, collection, keys)
  for (const name of from) addPath(draft, [...at, name].join(':'))
  const prefix = [...at, hop.as].join(':')
  let join = draft.joins.get(prefix)
  if (!join) {
    join = { kind: 'pending-join', at, hop, from, projection: new Set() }
    draft.joins.set(prefix, join)
    draft.steps.push(join)
  }
  join.projection.add(text.slice(prefix.length + 1))
  draft.held.add(text)
  for (const key of hop.relation.keys) {
    join.projection.add(key.to)
    draft.held.add(`${prefix}:${key.to}`)
  }
}
