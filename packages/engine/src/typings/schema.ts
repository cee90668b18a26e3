import type { ColumnType, Row } from '@service/datasource-toolkit'

/** The generated typings of one collection. */
export interface CollectionTypes {
  readonly columns: object
  /** Name of a to-one relation → collection. */
  readonly toOne: object
  /** Name of a to-many relation → collection. */
  readonly toMany: object
  /** How many relations a path may go through. */
  readonly maxDepth?: number
}

/** Collections by name. The default has no names and so accepts every text. */
export type Schema = Readonly<Record<string, CollectionTypes>>

/** What a chain added to its collection so far. Separate from the schema, which compiles faster. */
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

export type NoNames = Readonly<Record<never, never>>

export type CollectionName<S extends Schema> = keyof S & string

type IsUntyped<S extends Schema> = string extends keyof S ? true : false

/** Columns of a collection, and those its chain added. */
export type ColumnName<S extends Schema, N extends keyof S, A extends Additions = Nothing> =
  IsUntyped<S> extends true ? string : (keyof S[N]['columns'] | keyof A['columns']) & string

/** Values by column, all of them optional. */
export type ColumnsOf<S extends Schema, N extends keyof S> =
  IsUntyped<S> extends true ? Row : Partial<S[N]['columns']>

/** Relations of a collection, and those its chain added. */
export type RelationName<S extends Schema, N extends keyof S, A extends Additions = Nothing> =
  IsUntyped<S> extends true
    ? string
    : (keyof S[N]['toOne'] | keyof S[N]['toMany'] | keyof A['toOne'] | keyof A['toMany']) & string

type ToOneName<S extends Schema, N extends keyof S> = keyof S[N]['toOne'] & string

type TargetOf<
  S extends Schema,
  N extends keyof S,
  R extends keyof S[N]['toOne'],
> = S[N]['toOne'][R] & keyof S

type OneLess = readonly [never, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

type DepthOf<S extends Schema, N extends keyof S> = S[N] extends {
  maxDepth: infer D extends number
}
  ? D
  : 2

/**
 * Paths of columns through at most as many to-one relations as the typings allow, and added
 * columns.
 */
export type Path<S extends Schema, N extends keyof S, A extends Additions = Nothing> =
  IsUntyped<S> extends true ? string : DeepPath<S, N, DepthOf<S, N>> | AddedPath<S, N, A>

type DeepPath<S extends Schema, N extends keyof S, Depth extends number> =
  | (keyof S[N]['columns'] & string)
  | (Depth extends 0 ? never : RelationPath<S, N, OneLess[Depth] & number>)

type RelationPath<S extends Schema, N extends keyof S, Depth extends number> = {
  [R in ToOneName<S, N>]: `${R}:${DeepPath<S, TargetOf<S, N, R>, Depth>}`
}[ToOneName<S, N>]

type AddedPath<S extends Schema, N extends keyof S, A extends Additions> =
  | (keyof A['columns'] & string)
  | {
      [R in keyof A['toOne'] & string]: `${R}:${DeepPath<
        S,
        A['toOne'][R] & keyof S,
        OneLess[DepthOf<S, N>] & number
      >}`
    }[keyof A['toOne'] & string]

/** A record that holds exactly the given paths. */
export type RecordOf<
  S extends Schema,
  N extends keyof S,
  P extends string,
  A extends Additions = Nothing,
> =
  IsUntyped<S> extends true
    ? Row
    : OwnRecord<S, N, P> & {
        readonly [C in Extract<keyof A['columns'], P>]: A['columns'][C]
      } & {
        readonly [R in keyof A['toOne'] & string as Rest<P, R> extends never
          ? never
          : R]: OwnRecord<S, A['toOne'][R] & keyof S, Rest<P, R>> | null
      }

type OwnRecord<S extends Schema, N extends keyof S, P extends string> = {
  readonly [C in Extract<keyof S[N]['columns'], P>]: S[N]['columns'][C]
} & {
  readonly [R in ToOneName<S, N> as Rest<P, R> extends never ? never : R]: OwnRecord<
    S,
    TargetOf<S, N, R>,
    Rest<P, R>
  > | null
}

/** The type of the value at a path. */
export type ValueAt<S extends Schema, N extends keyof S, A extends Additions, P extends string> =
  IsUntyped<S> extends true
    ? unknown
    : P extends keyof A['columns']
      ? A['columns'][P]
      : P extends `${infer R}:${infer Tail}`
        ? OwnValue<
            S,
            (A['toOne'] & S[N]['toOne'])[R & keyof (A['toOne'] & S[N]['toOne'])] & keyof S,
            Tail
          >
        : OwnValue<S, N, P>

type OwnValue<
  S extends Schema,
  N extends keyof S,
  P extends string,
> = P extends `${infer R}:${infer Tail}`
  ? OwnValue<S, S[N]['toOne'][R & keyof S[N]['toOne']] & keyof S, Tail>
  : S[N]['columns'][P & keyof S[N]['columns']]

type Rest<P extends string, R extends string> = P extends `${R}:${infer Tail}` ? Tail : never

interface PrimitiveValues {
  Binary: Uint8Array
  Boolean: boolean
  Date: string
  Dateonly: string
  Enum: string
  File: string
  Json: unknown
  Number: number
  Point: readonly [number, number]
  String: string
  Time: string
  Uuid: string
}

/** The values a column type holds. */
export type ValueOf<T extends ColumnType> = T extends keyof PrimitiveValues
  ? PrimitiveValues[T]
  : T extends readonly [infer Item extends ColumnType]
    ? readonly ValueOf<Item>[]
    : T extends { readonly [name: string]: ColumnType }
      ? { readonly [K in keyof T]: ValueOf<T[K]> | null }
      : never
