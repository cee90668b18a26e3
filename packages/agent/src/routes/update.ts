import { packId } from '@service/datasource-toolkit'
import {
  type ExpectedUpdate,
  readRecord,
  requireWritable,
  updateExpectedRecord,
  updateRecord,
  update as updateRows,
} from '@service/engine'
import { authoriseList } from '../query/authorise.js'
import { exportedCollection } from '../query/exported-collection.js'
import { exportedName } from '../query/exported-name.js'
import { matchIds, parseId } from '../query/parse-id.js'
import { parseGetQuery } from '../query/parse-list-query.js'
import { recordNotFound } from '../record/find-record.js'
import { guardWrite } from '../record/guard-write.js'
import { keepExactNumbers } from '../record/keep-exact-numbers.js'
import { parseAttributes } from '../record/parse-attributes.js'
import { parseDocument } from '../record/parse-document.js'
import { parseExpected } from '../record/parse-expected.js'
import { refuseCreations } from '../record/refuse-creations.js'
import { staleRecord } from '../record/stale-record.js'
import { noContent } from '../serialise/record-response.js'
import { bodyObject } from './body-object.js'
import type { PrivateRoute } from './route.js'

/**
 * Updates one record, and returns it to callers who may read it. With `data.meta.expect`, only if its
 * fields still have these values.
 */
export const update: PrivateRoute = {
  method: 'PUT',
  path: '/:collection/:id',
  handler: async context => {
    const { runtime, params, query, access } = context
    const collection = exportedCollection(runtime.model, params.collection!, access)
    access.require('edit', collection)
    requireWritable(collection, 'update')
    const parsed = authoriseList(
      runtime,
      access,
      parseGetQuery(runtime, access, collection, query, undefined),
    )
    const call = access.call(parsed.timezone)
    const id = parseId(collection, params.id!)
    const { attributes, expect } = parseDocument(await bodyObject(context))
    const expected = parseExpected(collection, expect, access)
    const given = parseAttributes(collection, withoutOwnId(attributes), access)
    const patch = await keepExactNumbers(collection, id, given, call)
    const isChanged = Object.keys(patch).length > 0
    const writing = refuseCreations(access, collection, patch, call)
    if (!access.can('read', collection)) {
      if (isChanged) await changeUnread()
      return noContent
    }
    // A record that the update moved out of the caller's scope still exists, but is not shown any more.
    const { isFound, row, current } = isChanged || expected ? await change() : await read()
    if (!isFound) throw recordNotFound(collection, params.id!)
    if (current) throw staleRecord(collection, params.id!, current)
    return runtime.serialise.record(runtime, access, collection, parsed.projection, row)

    async function read(): Promise<ExpectedUpdate> {
      const row = await readRecord(parsed, id, call)
      return { isFound: row !== undefined, row }
    }
    function change(): Promise<ExpectedUpdate> {
      return guardWrite(access, collection, () =>
        expected
          ? updateExpectedRecord(parsed, id, patch, expected, writing)
          : updateRecord(parsed, id, patch, writing),
      )
    }
    async function changeUnread() {
      const filter = { conditionTree: matchIds(collection, [id]) }
      const matched = await guardWrite(access, collection, () =>
        updateRows(collection, filter, patch, writing),
      )
      if (matched === 0) throw recordNotFound(collection, params.id!)
    }

    function withoutOwnId(given: Readonly<Record<string, unknown>>) {
      const keys = collection.primaryKey.map(exportedName)
      const isOwnKey = (name: string, value: unknown) => {
        const index = keys.indexOf(name)
        return index >= 0 && packId([value]) === packId([id[index]])
      }
      return Object.fromEntries(
        Object.entries(given).filter(([name, value]) => !isOwnKey(name, value)),
      )
    }
  },
}
