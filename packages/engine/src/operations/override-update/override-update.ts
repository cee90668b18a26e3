import type { CollectionContext, PlainFilter } from '../../context/collection-context.js'
import type { PartialRecord } from '../../typings/partial-record.js'
import type { Additions, Schema } from '../../typings/schema.js'
import type { UpdateOverride } from '../../write/overrides.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'
import { setOverride } from '../override-create/set-override.js'

export interface OverrideUpdate<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Changes records by code instead of the source, whoever asks for it. `filter` is in operators
   * of the source, on columns of this collection; it is asked only when some record matches. What
   * the code itself changes through `context.collection` goes to the source.
   *
   * @example
   * orders.overrideUpdate(async ({ collection, filter, patch }) => {
   *   await collection.update(filter, { ...patch, total: undefined })
   * })
   */
  overrideUpdate(
    handler: (
      context: CollectionContext<S, N> & {
        readonly filter: PlainFilter
        readonly patch: PartialRecord<S, N, A>
      },
    ) => void | Promise<void>,
  ): CollectionCustomizer<S, N, A>
}

export const overrideUpdate = defineOperation(
  'overrideUpdate',
  (collection, handler: UpdateOverride) => setOverride(collection, 'update', handler),
)
