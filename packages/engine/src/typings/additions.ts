import type { Additions, CollectionTypes, NoNames, Nothing, Schema } from './schema.js'

/** Without a schema every name is accepted, so nothing is tracked. */
interface Anything extends Additions {
  readonly isAnything: true
}

/** The initial additions of a chain. */
export type AtFirst<S extends Schema> = string extends keyof S ? Anything : Nothing

/** The collection a chain is on; without a schema all are the same. */
export type Chained<S extends Schema, N extends keyof S> = string extends keyof S ? keyof S : N

/**
 * Additions by their parts. Each call creates a new flat type: nesting the type of the previous
 * call would get too deep for the compiler after some thirty calls.
 */
interface CombinedAdditions<C extends object, T extends object, M extends object> {
  readonly columns: C
  readonly toOne: T
  readonly toMany: M
}

type Grown<
  A extends Additions,
  C extends object,
  T extends object,
  M extends object,
> = A extends Anything ? A : CombinedAdditions<A['columns'] & C, A['toOne'] & T, A['toMany'] & M>

export type WithColumn<A extends Additions, C extends string, V> = Grown<
  A,
  { readonly [K in C]: V },
  NoNames,
  NoNames
>

export type WithToOne<A extends Additions, R extends string, T> = Grown<
  A,
  NoNames,
  { readonly [K in R]: T },
  NoNames
>

export type WithToMany<A extends Additions, R extends string, T> = Grown<
  A,
  NoNames,
  NoNames,
  { readonly [K in R]: T }
>

declare const additions: unique symbol

/** Exposes the additions of a chain without comparing whole customizers. */
export interface Added<A extends Additions> {
  readonly [additions]?: A
}

/**
 * The schema after a chain on collection `N` returned `R`; a value that is not a chain adds
 * nothing.
 */
export type Fold<S extends Schema, N extends keyof S, R> = string extends keyof S
  ? S
  : R extends Added<infer A extends Additions>
    ? FoldedSchema<S, N, A>
    : S

type FoldedSchema<S extends Schema, N extends keyof S, A extends Additions> = {
  readonly [K in keyof S]: K extends N ? Merged<S[K], A> : S[K]
} extends infer F extends Schema
  ? F
  : S

type Merged<C extends CollectionTypes, A extends Additions> = {
  readonly columns: C['columns'] & A['columns']
  readonly toOne: C['toOne'] & A['toOne']
  readonly toMany: C['toMany'] & A['toMany']
  readonly maxDepth: C extends { readonly maxDepth: infer D } ? D : 2
}
