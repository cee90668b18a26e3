import { draftColumn } from '../../model/draft.js'
import { defineOperation } from '../define-operation.js'

export const emulateFieldSorting = defineOperation(
  'emulateFieldSorting',
  (collection, name: string) => {
    draftColumn(collection, name).sort = { kind: 'emulated' }
  },
)
