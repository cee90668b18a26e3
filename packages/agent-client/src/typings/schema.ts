/** The generated types of one collection. */
export interface CollectionTypes {
  readonly columns: object
  /** Name of a to-one relation → collection. */
  readonly toOne: object
  /** Name of a to-many relation → collection. */
  readonly toMany: object
  /** Maximum number of relations in a path. */
  readonly maxDepth?: number
}

/** Collections by name, as the agent writes them to `typingsPath`. The default accepts every name. */
export type Schema = Readonly<Record<string, CollectionTypes>>

type IsUntyped<S extends Schema> = string extends keyof S ? true : false

/** Names of to-many relations. */
export type ToManyName<S extends Schema, N extends keyof S> =
  IsUntyped<S> extends true ? string : keyof S[N]['toMany'] & string

/** Names of to-one relations. */
export type ToOneName<S extends Schema, N extends keyof S> =
  IsUntyped<S> extends true ? string : keyof S[N]['toOne'] & string

/** The collection a relation references. */
export type TargetOf<S extends Schema, N extends keyof S, R extends string> =
  IsUntyped<S> extends true
    ? string
    : R extends keyof S[N]['toMany']
      ? S[N]['toMany'][R] & keyof S & string
      : R extends keyof S[N]['toOne']
        ? S[N]['toOne'][R] & keyof S & string
        : never

/** Values to write, all optional. */
export type Attributes<S extends Schema, N extends keyof S> =
  IsUntyped<S> extends true
    ? Readonly<Record<string, unknown>>
    : { readonly [C in keyof S[N]['columns']]?: S[N]['columns'][C] | null }

/**
 * A record as returned when no fields were selected: its columns, and those of to-one relations.
 */
export type FullRecord<S extends Schema, N extends keyof S> =
  IsUntyped<S> extends true
    ? Record<string, unknown>
    : { [C in keyof S[N]['columns']]: S[N]['columns'][C] } & {
        [R in keyof S[N]['toOne']]?: S[S[N]['toOne'][R] & keyof S]['columns'] | null
      }

/** Paths of columns: `total`, `customer:name`. `@@@` can be used instead of `:`. */
export type Path<S extends Schema, N extends keyof S> =
  IsUntyped<S> extends true ? string : DeepPath<S, N, DepthOf<S, N>>

type OneLess = readonly [never, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

type DepthOf<S extends Schema, N extends keyof S> = S[N] extends {
  maxDepth: infer D extends number
}
  ? D
  : 2

type DeepPath<S extends Schema, N extends keyof S, Depth extends number> =
  | (keyof S[N]['columns'] & string)
  | (Depth extends 0 ? never : RelationPath<S, N, OneLess[Depth] & number>)

type RelationPath<S extends Schema, N extends keyof S, Depth extends number> = {
  [R in ToOneName<S, N>]: `${R}${':' | '@@@'}${DeepPath<S, TargetOf<S, N, R>, Depth>}`
}[ToOneName<S, N>]

/** A record with exactly the given paths, and the primary keys the agent adds. */
export type RecordOf<S extends Schema, N extends keyof S, P extends string> =
  IsUntyped<S> extends true
    ? Record<string, unknown>
    : { [C in Extract<keyof S[N]['columns'], P>]: S[N]['columns'][C] } & {
        [R in ToOneName<S, N> as Rest<P, R> extends never ? never : R]: RecordOf<
          S,
          TargetOf<S, N, R>,
          Rest<P, R>
        > | null
      }

type Rest<P extends string, R extends string> = P extends `${R}:${infer Tail}`
  ? Tail
  : P extends `${R}@@@${infer Tail}`
    ? Tail
    : never
