import { ValidationError } from '@service/base'
import { draftField } from '../../model/draft.js'
import type { Additions, ColumnName, RelationName, Schema } from '../../typings/schema.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

export interface RemoveField<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Hides fields and relations from clients; code can still use them.
   *
   * @example
   * customers.removeField('password_hash', 'legacy_id')
   */
  removeField(
    ...names: (ColumnName<S, N, A> | RelationName<S, N, A>)[]
  ): CollectionCustomizer<S, N, A>
}

export const removeField = defineOperation('removeField', (collection, ...names: string[]) => {
  for (const name of names) {
    const field = draftField(collection, name)
    if (field.kind === 'Column' && field.isPrimaryKey) {
      throw new ValidationError(`'${name}' is part of the primary key: clients need it.`)
    }
    field.export = 'hidden'
  }
})
