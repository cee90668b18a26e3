import { assertNameIsFree, draftField } from '../../model/draft.js'
import type { Additions, ColumnName, RelationName, Schema } from '../../typings/schema.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

export interface RenameField<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Renames a field or a relation for clients. Customization code keeps using the current name.
   *
   * @example
   * orders.renameField('amt', 'amount')
   */
  renameField(
    currentName: ColumnName<S, N, A> | RelationName<S, N, A>,
    newName: string,
  ): CollectionCustomizer<S, N, A>
}

export const renameField = defineOperation(
  'renameField',
  (collection, currentName: string, newName: string) => {
    const field = draftField(collection, currentName)
    assertNameIsFree(collection, newName, field)
    field.export = { name: newName }
  },
)
