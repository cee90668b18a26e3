import type { CollectionContext } from '../../context/collection-context.js'
import type { PartialRecord } from '../../typings/partial-record.js'
import type { Additions, Schema } from '../../typings/schema.js'
import type { CreateOverride } from '../../write/overrides.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'
import { setOverride } from './set-override.js'

export interface OverrideCreate<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Creates records by code instead of the source, whoever asks for them. The code answers one
   * record per record of `data`, in that order, each with its primary key. What the code itself
   * creates through `context.collection` goes to the source.
   *
   * @example
   * orders.overrideCreate(({ collection, data }) =>
   *   collection.create(data.map(order => ({ ...order, status: 'pending' }))),
   * )
   */
  overrideCreate(
    handler: (
      context: CollectionContext<S, N> & { readonly data: readonly PartialRecord<S, N, A>[] },
    ) => readonly object[] | Promise<readonly object[]>,
  ): CollectionCustomizer<S, N, A>
}

export const overrideCreate = defineOperation(
  'overrideCreate',
  (collection, handler: CreateOverride) => setOverride(collection, 'create', handler),
)
