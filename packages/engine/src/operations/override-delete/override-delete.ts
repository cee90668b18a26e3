import type { CollectionContext, PlainFilter } from '../../context/collection-context.js'
import type { Additions, Schema } from '../../typings/schema.js'
import type { DeleteOverride } from '../../write/overrides.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'
import { setOverride } from '../override-create/set-override.js'

export interface OverrideDelete<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Deletes records by code instead of the source, whoever asks for it. `filter` is in operators
   * of the source, on columns of this collection; it is asked only when some record matches.
   *
   * @example
   * orders.overrideDelete(async ({ collection, filter }) => {
   *   await collection.update(filter, { status: 'archived' })
   * })
   */
  overrideDelete(
    handler: (
      context: CollectionContext<S, N> & { readonly filter: PlainFilter },
    ) => void | Promise<void>,
  ): CollectionCustomizer<S, N, A>
}

export const overrideDelete = defineOperation(
  'overrideDelete',
  (collection, handler: DeleteOverride) => setOverride(collection, 'delete', handler),
)
