import { legalOperators } from '@service/datasource-toolkit'
import { draftColumn } from '../../model/draft.js'
import { defineOperation } from '../define-operation.js'

export const emulateFieldFiltering = defineOperation(
  'emulateFieldFiltering',
  (collection, name: string) => {
    const column = draftColumn(collection, name)
    const rules = new Map(column.filter)
    for (const operator of legalOperators(column.columnType)) {
      if (!rules.has(operator)) rules.set(operator, { kind: 'emulated' })
    }
    column.filter = rules
  },
)
