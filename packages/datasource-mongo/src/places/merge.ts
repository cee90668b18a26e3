import { isDocument, type Row } from '@service/datasource-toolkit'
import type { Document } from 'mongodb'

/** A value with a patch merged into it, as it is when the server comes to write it. */
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

/** Names are data here: objects may have members that look like operators or paths. */
function withMember(input: unknown, [name, value]: [string, unknown]): Document {
  const field = { $literal: name }
  const there = { $getField: { field, input: '$$document' } }
  const member = isDocument(value) ? mergeExpression(there, value) : { $literal: value }
  return { $setField: { field, input, value: member } }
}
