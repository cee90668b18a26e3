import { ValidationError } from '@service/base'
import { draftField } from '../../model/draft.js'
import { defineOperation } from '../define-operation.js'

export const removeField = defineOperation('removeField', (collection, ...names: string[]) => {
  for (const name of names) {
    const field = draftField(collection, name)
    if (field.kind === 'Column' && field.isPrimaryKey) {
      throw new ValidationError(`'${name}' is part of the primary key: clients need it.`)
    }
    field.export = 'hidden'
  }
})
