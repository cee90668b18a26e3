import { isDocument, type Row } from '@service/datasource-toolkit'
import type { Document } from 'mongodb'

/**
 * Builds an expression that merges a patch into the value the server has at the time of the write.
 */
export function mergeExpression(value: unknown, patch: Row): Document {
  const isObject = { $eq: [{ $type: '$$value' }, 'object'] }
  return {
    $let: {
      vars: { value },
      in: {
        $let: {
          vars: { document: { $cond: [isObject, '$$value', {}] } },
          in: Object.entries(patch).reduce<unknown>(withMember, '$$document'),
        },
      },
    },
  }
}

/** Member names are data: they can look like operators or paths. */
function withMember(input: unknown, [name, value]: [string, unknown]): Document {
  const field = { $literal: name }
  const there = { $getField: { field, input: '$$document' } }
  const member = isDocument(value) ? mergeExpression(there, value) : { $literal: value }
  return { $setField: { field, input, value: member } }
}
