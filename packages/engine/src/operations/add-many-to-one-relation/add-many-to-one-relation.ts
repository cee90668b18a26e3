import { namesOf } from '@service/base'
import { addToDraft } from '../../model/draft.js'
import type { WithToOne } from '../../typings/additions.js'
import type { Additions, CollectionName, ColumnName, Schema } from '../../typings/schema.js'
import { checkDefinition } from '../check-definition.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

export interface AddManyToOneRelation<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Adds a relation to the one record a foreign key of this collection names, in any datasource.
   *
   * @example
   * orders.addManyToOneRelation('customer', 'customers', { foreignKey: 'customer_id' })
   */
  addManyToOneRelation<const R extends string, const T extends CollectionName<S>>(
    name: R,
    foreignCollection: T,
    keys: {
      readonly foreignKey: ColumnName<S, N, A>
      /** Column of the foreign collection; by default its primary key. */
      readonly foreignKeyTarget?: ColumnName<S, T>
    },
  ): CollectionCustomizer<S, N, WithToOne<A, R, T>>
}

interface Keys {
  readonly foreignKey: string
  readonly foreignKeyTarget?: string
}

const members = namesOf<Keys>({ foreignKey: true, foreignKeyTarget: true })

export const addManyToOneRelation = defineOperation(
  'addManyToOneRelation',
  (collection, name: string, foreignCollection: string, keys: Keys) => {
    checkDefinition(name, keys, members)
    addToDraft(collection, {
      kind: 'ManyToOne',
      name,
      foreignCollection,
      keys: [{ from: keys.foreignKey, to: keys.foreignKeyTarget }],
      foreignKeys: [],
      export: { name },
    })
  },
)
