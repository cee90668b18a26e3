import { assertNameIsFree, draftField } from '../../model/draft.js'
import { defineOperation } from '../define-operation.js'

export const renameField = defineOperation(
  'renameField',
  (collection, currentName: string, newName: string) => {
    const field = draftField(collection, currentName)
    assertNameIsFree(collection, newName, field)
    field.export = { name: newName }
  },
)
