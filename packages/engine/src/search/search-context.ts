import type { ConditionTree } from '@service/datasource-toolkit'
import type { CollectionContext } from '../context/collection-context.js'
import type { Additions, Nothing, Path, Schema } from '../typings/schema.js'

/** Which fields the default search uses. */
export interface SearchOptions<P extends string = string> {
  /** Includes to-one relations. */
  readonly extended?: boolean
  /** Searched in addition to the default columns. */
  readonly includeFields?: readonly P[]
  readonly excludeFields?: readonly P[]
  /** Searched instead of the default columns. */
  readonly onlyFields?: readonly P[]
}

/** The context that custom search code receives. */
export interface SearchContext<
  S extends Schema = Schema,
  N extends keyof S = keyof S,
  A extends Additions = Nothing,
> extends CollectionContext<S, N> {
  /**
   * Returns the condition of the default search, on the columns the caller may read or the ones
   * named here.
   */
  generateSearchFilter(text: string, options?: SearchOptions<Path<S, N, A>>): ConditionTree
}

/** Returns the condition for a search text. */
export type SearchReplacement<
  S extends Schema = Schema,
  N extends keyof S = keyof S,
  A extends Additions = Nothing,
> = (
  text: string,
  extended: boolean,
  context: SearchContext<S, N, A>,
) => ConditionTree | undefined | Promise<ConditionTree | undefined>
