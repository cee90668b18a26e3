import { UnprocessableError } from '@service/base'
import type { ConditionTree } from '@service/datasource-toolkit'
import type { CollectionModel, EngineCall, FieldModel } from '../model/model.js'

/** State shared by a plan and the plans inside it. */
export interface Planning {
  readonly call: EngineCall
  /** Scopes as the call returned them: a cached plan is valid while these are the same objects. */
  readonly givenScopes: Map<CollectionModel, ConditionTree | undefined>
  /** Expanded scopes. */
  readonly scopes: Map<CollectionModel, ConditionTree | undefined>
  /** Collections whose scope is loaded, with the scopes it needs itself. */
  readonly ready: Set<CollectionModel>
  /** The fields that a search left out: a cached plan is valid while these are the same objects. */
  readonly hidden: Map<CollectionModel, ReadonlySet<FieldModel> | undefined>
  /** False when the plan depends on the clock, the time zone or customer code. */
  isCacheable: boolean
  depth: number
}

const deepest = 20

export function startPlanning(call: EngineCall): Planning {
  return {
    call,
    givenScopes: new Map(),
    scopes: new Map(),
    ready: new Set(),
    hidden: new Map(),
    isCacheable: true,
    depth: 0,
  }
}

export function givenScope(
  { call, givenScopes }: Planning,
  collection: CollectionModel,
): ConditionTree | undefined {
  if (!call.findScope) return undefined
  if (!givenScopes.has(collection)) givenScopes.set(collection, call.findScope(collection))
  return givenScopes.get(collection)
}

/** Whether a search may use a field, or go through it. */
export function isVisible(
  { call, hidden }: Planning,
  collection: CollectionModel,
  field: FieldModel,
): boolean {
  if (!hidden.has(collection)) hidden.set(collection, call.hiddenIn?.(collection))
  return !hidden.get(collection)?.has(field)
}

/** Limits nesting: scopes over computed fields over scoped relations could nest without end. */
export async function nested<T>(planning: Planning, make: () => Promise<T>): Promise<T> {
  if (planning.depth >= deepest) {
    throw new UnprocessableError(
      `The request nests more than ${deepest} lists: scopes and computed fields depend on each other.`,
    )
  }
  planning.depth++
  try {
    return await make()
  } finally {
    planning.depth--
  }
}
