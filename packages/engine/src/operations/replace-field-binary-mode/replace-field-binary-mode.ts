import { knownNames, ValidationError } from '@service/base'
import type { ColumnType } from '@service/datasource-toolkit'
import { draftColumn } from '../../model/draft.js'
import { type BinaryMode, binaryModes } from '../../model/model.js'
import { defineOperation } from '../define-operation.js'

export const replaceFieldBinaryMode = defineOperation(
  'replaceFieldBinaryMode',
  (collection, name: string, mode: BinaryMode) => {
    const column = draftColumn(collection, name)
    if (!binaryModes.includes(mode)) {
      throw new ValidationError(
        `'${mode}' is not a binary mode. There are: ${knownNames(String(mode), binaryModes)}`,
      )
    }
    if (!holdsBytes(column.columnType)) {
      const type = JSON.stringify(column.columnType).replaceAll('"', '')
      throw new ValidationError(`'${name}' is ${type}, not Binary: it has no binary mode.`)
    }
    column.codec = mode
  },
)

function holdsBytes(columnType: ColumnType): boolean {
  if (typeof columnType === 'string') return columnType === 'Binary'
  return Object.values(columnType).some(holdsBytes)
}
