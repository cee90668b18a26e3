import type { ConditionTree } from '@service/datasource-toolkit'
import type { CollectionContext } from '../context/collection-context.js'
import type { Additions, Nothing, Path, Schema } from '../typings/schema.js'

/** Where the default search looks. */
export interface SearchOptions<P extends string = string> {
  /** Also in the to-one relations. */
  readonly extended?: boolean
  /** Beside the columns the search looks at by itself. */
  readonly includeFields?: readonly P[]
  readonly excludeFields?: readonly P[]
  /** Nowhere else. */
  readonly onlyFields?: readonly P[]
}

/** What the code of a search receives. */
export interface SearchContext<
  S extends Schema = Schema,
  N extends keyof S = keyof S,
  A extends Additions = Nothing,
> extends CollectionContext<S, N> {
  /** The condition of the default search, in the columns the caller may read or the ones named here. */
  generateSearchFilter(text: string, options?: SearchOptions<Path<S, N, A>>): ConditionTree
}

/** Answers a search: the records to show for a text. */
export type SearchReplacement<
  S extends Schema = Schema,
  N extends keyof S = keyof S,
  A extends Additions = Nothing,
> = (
  text: string,
  extended: boolean,
  context: SearchContext<S, N, A>,
) => ConditionTree | undefined | Promise<ConditionTree | undefined>
