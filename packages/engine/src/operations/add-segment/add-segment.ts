import { ValidationError } from '@service/base'
import type { ConditionTree } from '@service/datasource-toolkit'
import type { CollectionContext } from '../../context/collection-context.js'
import type { SegmentModel } from '../../model/model.js'
import { defineOperation } from '../define-operation.js'

/** A condition tree, or a function that returns one for the caller. */
export type SegmentDefinition = ConditionTree | SegmentModel['conditionTree']

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
