import { ConflictError, stringifyExactJson } from '@service/base'
import { requireWritable } from '@service/engine'
import type { ImportedRow, ImportResult } from '@service/protocol'
import { type ImportProgress, unrecorded } from '../import/import-journal.js'
import { type ImportTarget, openImportTarget } from '../import/import-target.js'
import { type ParsedImport, parseImport } from '../import/parse-import.js'
import { type PreparedRow, prepareRows } from '../import/prepare-rows.js'
import { failField } from '../import/row-failure.js'
import { writeRows } from '../import/write-rows.js'
import { exportedCollection } from '../query/exported-collection.js'
import { exportedName } from '../query/exported-name.js'
import { packId } from '../query/parse-id.js'
import { readTimezone } from '../query/parse-timezone.js'
import { jsonHeaders } from '../serialise/list-response.js'
import { bodyObject } from './body-object.js'
import type { PrivateRoute } from './route.js'

/** Creates or changes a record for each row, and reports each row by its own. */
export const importRows: PrivateRoute = {
  method: 'POST',
  path: '/:collection/_import',
  handler: async context => {
    const { runtime, params, query, access } = context
    const collection = exportedCollection(runtime.model, params.collection!, access)
    access.require('add', collection)
    requireWritable(collection, 'create')
    const body = await bodyObject(context)
    const parsed = parseImport(body)
    if (parsed.mode === 'upsert') {
      access.require('edit', collection)
      requireWritable(collection, 'update')
    }
    // A client that disconnects asks again: the chunk is finished, and its response kept.
    const call = { ...access.call(readTimezone(query)), signal: undefined }
    const target = openImportTarget(collection, parsed, access, call)
    const { part, isDryRun } = parsed
    if (isDryRun || !part) return respond(await run(target, parsed, unrecorded))
    const { importId, chunk, isReplay } = part
    const importKey = JSON.stringify([access.userId, collection.name, importId])
    const content = stringifyExactJson([parsed.mode, parsed.key, parsed.rows]) ?? ''
    return respond(
      await runtime.imports.runOnce({ importKey, number: chunk, content }, progress =>
        isReplay ? refuseUnknown(chunk) : run(target, parsed, progress),
      ),
    )
  },
}

async function refuseUnknown(chunk: number): Promise<never> {
  throw new ConflictError(`What became of chunk ${chunk} of this import is not known.`)
}

async function run(
  target: ImportTarget,
  { rows, isDryRun }: ParsedImport,
  progress: ImportProgress,
): Promise<readonly ImportedRow[]> {
  const { written } = progress
  const prepared = await prepareRows(target, rows)
  const decided = prepared.failed.filter(({ index }) => !written.has(index))
  const next: PreparedRow[] = []
  for (const row of prepared.ready) {
    if (written.has(row.index)) continue
    const result = decide(target, row, progress)
    if (result) decided.push(result)
    else next.push(row)
  }
  const done = isDryRun
    ? next.map(row => preview(target, row))
    : await writeRows(target, next, progress)
  return inOrder([...written.values(), ...decided, ...done])
}

/** What is known of a row without writing it; undefined when it is to be written. */
function decide(
  { mode, key, collection }: ImportTarget,
  { index, existing }: PreparedRow,
  { uncertain }: ImportProgress,
): ImportedRow | undefined {
  if (mode === 'upsert') return undefined
  if (existing) {
    const id = packId(collection, existing)
    if (uncertain.has(index)) return { index, action: 'created', id }
    const name = exportedName(key!.columns[0]!)
    return failField(index, name, `The record '${id}' has this key already.`)
  }
  if (key || !uncertain.has(index)) return undefined
  const message = 'The agent stopped while it wrote this row: the row may have been written.'
  return { index, message, isUncertain: true }
}

function preview({ collection }: ImportTarget, { index, existing }: PreparedRow): ImportedRow {
  if (!existing) return { index, action: 'created' }
  return { index, action: 'updated', id: packId(collection, existing) }
}

function inOrder(rows: readonly ImportedRow[]): readonly ImportedRow[] {
  return [...rows].sort((one, other) => one.index - other.index)
}

function respond(rows: readonly ImportedRow[]) {
  const result: ImportResult = { rows }
  return { status: 200, headers: jsonHeaders, body: JSON.stringify(result) }
}
