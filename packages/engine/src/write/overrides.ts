import type { Row } from '@service/datasource-toolkit'
import type { CollectionContext, PlainFilter } from '../context/collection-context.js'

export type CreateOverride = (
  context: CollectionContext & { readonly data: readonly Row[] },
) => unknown

export type UpdateOverride = (
  context: CollectionContext & { readonly filter: PlainFilter; readonly patch: Row },
) => unknown

export type DeleteOverride = (
  context: CollectionContext & { readonly filter: PlainFilter },
) => unknown

/** Code that replaces the writes of the source. */
export interface Overrides {
  readonly create?: CreateOverride
  readonly update?: UpdateOverride
  readonly delete?: DeleteOverride
}
