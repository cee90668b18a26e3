import type { Aggregation, FieldPath, Group } from '@service/datasource-toolkit'
import type {
  CollectionContext,
  PlainFilter,
  PlainListFilter,
} from '../context/collection-context.js'
import type { PartialRecord } from '../typings/partial-record.js'
import type { Additions, Nothing, Schema } from '../typings/schema.js'

export const hookPositions = ['Before', 'After'] as const
export const hookTypes = ['List', 'Create', 'Update', 'Delete', 'Aggregate'] as const

export type HookPosition = (typeof hookPositions)[number]
export type HookType = (typeof hookTypes)[number]

/** What the hooks of each type receive beside the common context. */
interface Asked<S extends Schema, N extends keyof S, A extends Additions> {
  readonly List: {
    /** Within what the caller may see. */
    readonly filter: PlainListFilter
    readonly projection: readonly FieldPath[]
  }
  readonly Create: {
    /** The records to create: each may be changed, none added or left out. */
    readonly data: readonly PartialRecord<S, N, A>[]
  }
  readonly Update: {
    /** Within what the caller may see. */
    readonly filter: PlainFilter
    /** May be changed before the records are written. */
    readonly patch: PartialRecord<S, N, A>
  }
  readonly Delete: {
    /** Within what the caller may see. */
    readonly filter: PlainFilter
  }
  readonly Aggregate: {
    /** Within what the caller may see. */
    readonly filter: PlainFilter
    readonly aggregation: Aggregation
    readonly limit?: number
  }
}

/** What hooks that run afterwards receive as well. */
interface Answered<S extends Schema, N extends keyof S, A extends Additions> {
  /** The contents of records may be changed; none can be added or left out. */
  readonly List: { readonly records: readonly PartialRecord<S, N, A>[] }
  readonly Create: { readonly records: readonly PartialRecord<S, N, A>[] }
  readonly Update: unknown
  readonly Delete: unknown
  readonly Aggregate: { readonly aggregateResult: readonly Group[] }
}

/** What is particular to the hooks of a position and type. */
export type HookMembers<
  P extends HookPosition,
  T extends HookType,
  S extends Schema = Schema,
  N extends keyof S = keyof S,
  A extends Additions = Nothing,
> = Asked<S, N, A>[T] & (P extends 'After' ? Answered<S, N, A>[T] : unknown)

/** What the hooks of a position and type receive. */
export type HookContext<
  P extends HookPosition,
  T extends HookType,
  S extends Schema = Schema,
  N extends keyof S = keyof S,
  A extends Additions = Nothing,
> = CollectionContext<S, N> & HookMembers<P, T, S, N, A>

export type Hook<P extends HookPosition, T extends HookType> = (
  context: HookContext<P, T>,
) => unknown

/** The hooks of a collection in order of registration; a type without any is absent. */
export type Hooks = {
  readonly [T in HookType]?: { readonly [P in HookPosition]: readonly Hook<P, T>[] }
}
