import type { CollectionTypes, Schema } from './schema.js'

/** What a chain added to its collection so far. Kept apart from the schema, which checks faster. */
export interface Additions {
  readonly columns: object
  readonly toOne: object
  readonly toMany: object
}

/** A chain that added nothing yet. */
export interface Nothing extends Additions {
  readonly columns: NoNames
  readonly toOne: NoNames
  readonly toMany: NoNames
}

type NoNames = Readonly<Record<never, never>>

export interface WithColumn<A extends Additions, C extends string, V> {
  readonly columns: A['columns'] & { readonly [K in C]: V }
  readonly toOne: A['toOne']
  readonly toMany: A['toMany']
}

export interface WithToOne<A extends Additions, R extends string, T> {
  readonly columns: A['columns']
  readonly toOne: A['toOne'] & { readonly [K in R]: T }
  readonly toMany: A['toMany']
}

export interface WithToMany<A extends Additions, R extends string, T> {
  readonly columns: A['columns']
  readonly toOne: A['toOne']
  readonly toMany: A['toMany'] & { readonly [K in R]: T }
}

declare const additions: unique symbol

/** Lets what a chain returns tell its additions without comparing whole customizers. */
export interface Added<A extends Additions> {
  readonly [additions]?: A
}

/** The schema after a chain on collection `N` returned `R`; what is no chain adds nothing. */
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
