import { ValidationError } from '@service/base'
import { draftColumn } from '../../model/draft.js'
import type { PartialRecord } from '../../typings/partial-record.js'
import type { Additions, ColumnName, Schema, ValueAt } from '../../typings/schema.js'
import type { WriteContext, WriteHandler } from '../../write/write-handler.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

/** Nothing: nothing is written. */
type Answer<S extends Schema, N extends keyof S, A extends Additions> =
  | PartialRecord<S, N, A>
  | null
  | undefined

export interface ReplaceFieldWriting<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Writes other fields when this one is written: the code answers a patch, whose fields are
   * written in turn, related records as nested objects. The field itself in its own patch is
   * written as it is. A computed field becomes writable.
   *
   * @example
   * customers.replaceFieldWriting('fullName', value => {
   *   const [firstName, lastName] = String(value).split(' ')
   *   return { firstName, lastName }
   * })
   */
  replaceFieldWriting<const C extends ColumnName<S, N, A>>(
    name: C,
    handler: (
      value: ValueAt<S, N, A, C> | null,
      context: WriteContext<S, N, A>,
    ) => Answer<S, N, A> | Promise<Answer<S, N, A>>,
  ): CollectionCustomizer<S, N, A>
}

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
