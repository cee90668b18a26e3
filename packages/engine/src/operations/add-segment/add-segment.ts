import { ValidationError } from '@service/base'
import type { ConditionTree } from '@service/datasource-toolkit'
import type { CollectionContext } from '../../context/collection-context.js'
import type { SegmentModel } from '../../model/model.js'
import type { Additions, Schema } from '../../typings/schema.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

/** A condition tree, or a function that makes one for the caller. */
export type SegmentDefinition = ConditionTree | SegmentModel['conditionTree']

export interface AddSegment<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Names a subset of the records, for clients to list.
   *
   * @example
   * orders.addSegment('Pending', { field: 'status', operator: 'Equal', value: 'pending' })
   */
  addSegment(name: string, definition: SegmentDefinition): CollectionCustomizer<S, N, A>
}

export const addSegment = defineOperation(
  'addSegment',
  (collection, name: string, definition: SegmentDefinition) => {
    if (collection.segments.has(name)) {
      throw new ValidationError(`'${collection.name}' already has a segment '${name}'.`)
    }
    const addedBy = collection.entry
    if (typeof definition === 'function') {
      collection.segments.set(name, { name, conditionTree: definition, addedBy })
      return
    }
    if (typeof definition !== 'object' || definition === null) {
      throw new ValidationError(
        `The segment '${name}' needs a condition, or a function that makes one.`,
      )
    }
    const conditionTree = (_: CollectionContext) => definition
    collection.segments.set(name, { name, conditionTree, fixed: definition, addedBy })
  },
)
