import { isObject, ValidationError } from '@service/base'
import { requireWritable, update } from '@service/engine'
import { exportedCollection } from '../query/exported-collection.js'
import { matchIds, parseId } from '../query/parse-id.js'
import { readTimezone } from '../query/parse-timezone.js'
import { namedInPath, viewField } from '../query/view-path.js'
import { findRecord } from '../record/find-record.js'
import { guardWrite } from '../record/guard-write.js'
import { parseAttributes } from '../record/parse-attributes.js'
import { refuseCreations } from '../record/refuse-creations.js'
import { noContent } from '../serialise/record-response.js'
import { bodyObject } from './body-object.js'
import type { PrivateRoute } from './route.js'

/** Replaces one element of a column that holds a list; the index after the last appends. */
export const updateArrayElement: PrivateRoute = {
  method: 'PUT',
  path: '/:collection/:id/relationships/:field/:index',
  handler: async context => {
    const { runtime, params, query, access } = context
    const collection = exportedCollection(runtime.model, params.collection!, access)
    access.require('edit', collection)
    requireWritable(collection, 'update')
    const call = access.call(readTimezone(query))
    const column = namedInPath('unknown_field', () => viewField(collection, params.field!, access))
    if (column.kind !== 'Column' || !Array.isArray(column.columnType)) {
      throw new ValidationError(`'${params.field}' of '${collection.name}' does not hold a list.`)
    }
    const id = parseId(collection, params.id!)
    const element = readElement(await bodyObject(context))
    const row = await findRecord(collection, id, [column.name], call)
    const elements = [...((row[column.name] as readonly unknown[] | null) ?? [])]
    elements[readIndex(params.index!, elements.length)] = element
    const patch = parseAttributes(collection, { [params.field!]: elements }, access)
    const filter = { conditionTree: matchIds(collection, [id]) }
    const writing = refuseCreations(access, collection, patch, call)
    await guardWrite(access, collection, () => update(collection, filter, patch, writing))
    return noContent
  },
}

function readIndex(text: string, length: number): number {
  const index = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (index <= length) return index
  throw new ValidationError(
    `The index is '${text}'. It must be a whole number from 0 to ${length}.`,
  )
}

function readElement({ data }: Readonly<Record<string, unknown>>): unknown {
  if (isObject(data) && 'attributes' in data) return data.attributes
  throw new ValidationError('The body must be like {"data":{"attributes": <new element>}}.')
}
