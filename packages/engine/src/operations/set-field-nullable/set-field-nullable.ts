import { draftColumn } from '../../model/draft.js'
import { defineOperation } from '../define-operation.js'

export const setFieldNullable = defineOperation('setFieldNullable', (collection, name: string) => {
  const column = draftColumn(collection, name)
  column.allowNull = true
  column.checks = column.checks.filter(({ operator }) => operator !== 'Present')
})
