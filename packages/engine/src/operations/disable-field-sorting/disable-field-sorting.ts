import { draftColumn } from '../../model/draft.js'
import { defineOperation } from '../define-operation.js'

export const disableFieldSorting = defineOperation(
  'disableFieldSorting',
  (collection, name: string) => {
    draftColumn(collection, name).sort = { kind: 'none' }
  },
)
