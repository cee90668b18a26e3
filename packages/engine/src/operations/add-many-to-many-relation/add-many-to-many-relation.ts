import { namesOf } from '@service/base'
import { addToDraft } from '../../model/draft.js'
import type { WithToMany } from '../../typings/additions.js'
import type { Additions, CollectionName, ColumnName, Schema } from '../../typings/schema.js'
import { checkDefinition } from '../check-definition.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

export interface AddManyToManyRelation<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Adds a relation to many records through a junction collection that holds both keys.
   *
   * @example
   * orders.addManyToManyRelation('tags', 'tags', 'order_tags', {
   *   originKey: 'order_id',
   *   foreignKey: 'tag_id',
   * })
   */
  addManyToManyRelation<
    const R extends string,
    const T extends CollectionName<S>,
    const J extends CollectionName<S>,
  >(
    name: R,
    foreignCollection: T,
    throughCollection: J,
    keys: {
      readonly originKey: ColumnName<S, J>
      readonly foreignKey: ColumnName<S, J>
      /** Column of this collection; by default its primary key. */
      readonly originKeyTarget?: ColumnName<S, N, A>
      /** Column of the foreign collection; by default its primary key. */
      readonly foreignKeyTarget?: ColumnName<S, T>
    },
  ): CollectionCustomizer<S, N, WithToMany<A, R, T>>
}

interface Keys {
  readonly originKey: string
  readonly foreignKey: string
  readonly originKeyTarget?: string
  readonly foreignKeyTarget?: string
}

const members = namesOf<Keys>({
  originKey: true,
  foreignKey: true,
  originKeyTarget: true,
  foreignKeyTarget: true,
})

export const addManyToManyRelation = defineOperation(
  'addManyToManyRelation',
  (collection, name: string, foreignCollection: string, throughCollection: string, keys: Keys) => {
    checkDefinition(name, keys, members)
    addToDraft(collection, {
      kind: 'ManyToMany',
      name,
      foreignCollection,
      throughCollection,
      keys: [{ from: keys.originKeyTarget, to: keys.originKey }],
      foreignKeys: [{ from: keys.foreignKey, to: keys.foreignKeyTarget }],
      export: { name },
    })
  },
)
