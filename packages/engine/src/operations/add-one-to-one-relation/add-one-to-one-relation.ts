import { namesOf } from '@service/base'
import { addToDraft } from '../../model/draft.js'
import type { WithToOne } from '../../typings/additions.js'
import type { Additions, CollectionName, ColumnName, Schema } from '../../typings/schema.js'
import { checkDefinition } from '../check-definition.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

export interface AddOneToOneRelation<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Adds a relation to the one record whose origin key names a record of this collection.
   *
   * @example
   * customers.addOneToOneRelation('account', 'accounts', { originKey: 'customer_id' })
   */
  addOneToOneRelation<const R extends string, const T extends CollectionName<S>>(
    name: R,
    foreignCollection: T,
    keys: {
      readonly originKey: ColumnName<S, T>
      /** Column of this collection; by default its primary key. */
      readonly originKeyTarget?: ColumnName<S, N, A>
    },
  ): CollectionCustomizer<S, N, WithToOne<A, R, T>>
}

interface Keys {
  readonly originKey: string
  readonly originKeyTarget?: string
}

const members = namesOf<Keys>({ originKey: true, originKeyTarget: true })

export const addOneToOneRelation = defineOperation(
  'addOneToOneRelation',
  (collection, name: string, foreignCollection: string, keys: Keys) => {
    checkDefinition(name, keys, members)
    addToDraft(collection, {
      kind: 'OneToOne',
      name,
      foreignCollection,
      keys: [{ from: keys.originKeyTarget, to: keys.originKey }],
      foreignKeys: [],
      export: { name },
    })
  },
)
