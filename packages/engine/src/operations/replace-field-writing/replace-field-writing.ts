import { ValidationError } from '@service/base'
import { draftColumn } from '../../model/draft.js'
import type { PartialRecord } from '../../typings/partial-record.js'
import type { Additions, Schema } from '../../typings/schema.js'
import type { WriteHandler } from '../../write/write-handler.js'
import { defineOperation } from '../define-operation.js'

/** Undefined: nothing is written. */
export type WriteResult<S extends Schema, N extends keyof S, A extends Additions> =
  | PartialRecord<S, N, A>
  | null
  | undefined

export const replaceFieldWriting = defineOperation(
  'replaceFieldWriting',
  (collection, name: string, handler: WriteHandler) => {
    const column = draftColumn(collection, name)
    if (typeof handler !== 'function') {
      throw new ValidationError(`The writing of '${name}' needs a function that replaces it.`)
    }
    const own = column.write.kind === 'replaced' ? column.write.own : column.write
    column.write = { kind: 'replaced', handler, own }
  },
)
