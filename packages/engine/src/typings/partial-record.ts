import type { Row } from '@service/datasource-toolkit'
import type { Additions, Nothing, Schema } from './schema.js'

/** A record with any of its fields, and to-one relations as nested records. */
export type PartialRecord<
  S extends Schema,
  N extends keyof S,
  A extends Additions = Nothing,
> = string extends keyof S
  ? Row
  : Columns<S[N]['columns'] & A['columns']> & NestedRelations<S, N, A>

type Columns<C> = { -readonly [K in keyof C]?: C[K] | null }

type NestedRelations<S extends Schema, N extends keyof S, A extends Additions> = {
  [R in keyof S[N]['toOne'] & string]?: PartialRecord<S, S[N]['toOne'][R] & keyof S> | null
} & {
  [R in keyof A['toOne'] & string]?: PartialRecord<S, A['toOne'][R] & keyof S> | null
}
