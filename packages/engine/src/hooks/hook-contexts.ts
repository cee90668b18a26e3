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

/** What the hooks of each type receive in addition to the common context. */
interface HookInputs<S extends Schema, N extends keyof S, A extends Additions> {
  readonly List: {
    /** Limited to the caller's scope. */
    readonly filter: PlainListFilter
    readonly projection: readonly FieldPath[]
  }
  readonly Create: {
    /** The records to create. Their values can be changed; records cannot be added or removed. */
    readonly data: readonly PartialRecord<S, N, A>[]
  }
  readonly Update: {
    /** Limited to the caller's scope. */
    readonly filter: PlainFilter
    /** Can be changed before the records are written. */
    readonly patch: PartialRecord<S, N, A>
  }
  readonly Delete: {
    /** Limited to the caller's scope. */
    readonly filter: PlainFilter
  }
  readonly Aggregate: {
    /** Limited to the caller's scope. */
    readonly filter: PlainFilter
    readonly aggregation: Aggregation
    readonly limit?: number
  }
}

/** What hooks that run afterwards receive in addition. */
interface HookResults<S extends Schema, N extends keyof S, A extends Additions> {
  /** The values of records can be changed; records cannot be added or removed. */
  readonly List: { readonly records: readonly PartialRecord<S, N, A>[] }
  readonly Create: { readonly records: readonly PartialRecord<S, N, A>[] }
  readonly Update: unknown
  readonly Delete: unknown
  readonly Aggregate: { readonly aggregateResult: readonly Group[] }
}

/** The members that only hooks of a position and type receive. */
export type HookMembers<
  P extends HookPosition,
  T extends HookType,
  S extends Schema = Schema,
  N extends keyof S = keyof S,
  A extends Additions = Nothing,
> = HookInputs<S, N, A>[T] & (P extends 'After' ? HookResults<S, N, A>[T] : unknown)

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
