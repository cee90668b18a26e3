import { knownNames, ValidationError } from '@service/base'
import type { ColumnType } from '@service/datasource-toolkit'
import { draftColumn } from '../../model/draft.js'
import { type BinaryMode, binaryModes } from '../../model/model.js'
import type { Additions, ColumnName, Schema } from '../../typings/schema.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

export interface ReplaceFieldBinaryMode<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Chooses how the bytes of a field travel as text: `datauri` for files, `hex` for short values.
   * Without it, keys are `hex` and other fields `datauri`.
   *
   * @example
   * products.replaceFieldBinaryMode('checksum', 'hex')
   */
  replaceFieldBinaryMode(name: ColumnName<S, N, A>, mode: BinaryMode): CollectionCustomizer<S, N, A>
}

export const replaceFieldBinaryMode = defineOperation(
  'replaceFieldBinaryMode',
  (collection, name: string, mode: BinaryMode) => {
    const column = draftColumn(collection, name)
    if (!binaryModes.includes(mode)) {
      throw new ValidationError(
        `'${mode}' is no binary mode. There are: ${knownNames(String(mode), binaryModes)}`,
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
