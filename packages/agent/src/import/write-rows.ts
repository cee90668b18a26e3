import { NotFoundError, ServiceError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import { create, type EngineCall, storesDirectly, update } from '@service/engine'
import type { ImportedRow } from '@service/protocol'
import { matchIds, packId } from '../query/parse-id.js'
import { guardWrite } from '../record/guard-write.js'
import { refuseCreations } from '../record/refuse-creations.js'
import type { ImportProgress } from './import-journal.js'
import type { ImportTarget } from './import-target.js'
import type { PreparedRow } from './prepare-rows.js'
import { describeFailure } from './row-failure.js'

/**
 * Writes rows: new records together where no customer code runs, changed ones together where they get
 * the same values. When the source refuses some, the others are written without them. After an error
 * that is not about a row, rows that were written keep their result and the rest get a message; when
 * none was written, it is thrown.
 */
export async function writeRows(
  target: ImportTarget,
  rows: readonly PreparedRow[],
  progress: ImportProgress,
): Promise<readonly ImportedRow[]> {
  const results = new Map<number, ImportedRow>()
  let writing: readonly PreparedRow[] = []
  let isChanged = false
  try {
    for (const group of groupRows(target, rows)) await writeGroup(group)
  } catch (error) {
    if (![...results.values()].some(({ action }) => action) && !isChanged) throw error
    const message = `Not written: ${describeOutage(error)}`
    for (const { index } of rows) {
      if (!results.has(index)) results.set(index, { index, message })
    }
    if (!isCertain(error)) {
      const unsure = `This row may have been written: ${describeOutage(error)}`
      for (const { index } of writing) {
        results.set(index, { index, message: unsure, isUncertain: true })
      }
    }
  }
  return [...results.values()]

  async function writeGroup(group: readonly PreparedRow[]): Promise<void> {
    writing = group
    isChanged = false
    await progress.writing(group.map(({ index }) => index))
    const written = await tryGroup(group).catch(async error => {
      // Nobody has to ask whether these rows arrived.
      if (isCertain(error)) await progress.writing([])
      throw error
    })
    if (written) {
      for (const row of written) results.set(row.index, row)
      writing = []
      await progress.wrote(written)
      return
    }
    const half = Math.ceil(group.length / 2)
    await writeGroup(group.slice(0, half))
    await writeGroup(group.slice(half))
  }

  /** Undefined when the source refused the group, of which nothing was written. */
  async function tryGroup(group: readonly PreparedRow[]): Promise<ImportedRow[] | undefined> {
    const call = watchChanges(target.call)
    try {
      return await guardWrite(target.access, target.collection, () =>
        writeTogether(target, group, call),
      )
    } catch (error) {
      const failure = describeFailure(group[0]!.index, error)
      if (!failure) throw error
      if (group.length > 1 && !isChanged) return undefined
      const note = 'The row was written, but code that ran afterwards failed'
      return group.map(({ index }) =>
        isChanged
          ? { ...failure, index, message: `${note}: ${failure.message}`, isUncertain: true }
          : { ...failure, index },
      )
    }
  }

  function watchChanges(call: EngineCall): EngineCall {
    const { watch } = call
    return {
      ...call,
      watch: {
        begin: async () => watch?.begin(),
        changed() {
          isChanged = true
          watch?.changed()
        },
      },
    }
  }
}

/** Rows that one statement can write. */
function groupRows(
  { collection, call }: ImportTarget,
  rows: readonly PreparedRow[],
): readonly (readonly PreparedRow[])[] {
  const groups = new Map<unknown, PreparedRow[]>()
  for (const row of rows) {
    const { values, existing } = row
    const isDirect = storesDirectly(collection, existing ? 'update' : 'create', values, call)
    const shared = existing ? JSON.stringify(values) : 'create'
    const key = isDirect ? shared : row
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()]
}

async function writeTogether(
  target: ImportTarget,
  group: readonly PreparedRow[],
  call: EngineCall,
): Promise<ImportedRow[]> {
  const { collection, access } = target
  const [{ values, existing }] = group as readonly [PreparedRow]
  const writing = refuseCreations(access, collection, values, call)
  if (existing) return updateTogether(target, group, values, writing)
  const created = await create(
    collection,
    group.map(row => row.values),
    writing,
  )
  return group.map(({ index }, position) => ({
    index,
    action: 'created',
    id: packId(collection, created[position]!),
  }))
}

/** Writes the same values to the records of the rows. */
async function updateTogether(
  { collection }: ImportTarget,
  group: readonly PreparedRow[],
  patch: Row,
  call: EngineCall,
): Promise<ImportedRow[]> {
  const ids = group.map(({ existing }) => collection.primaryKey.map(({ name }) => existing![name]))
  const filter = { conditionTree: matchIds(collection, ids) }
  const isEmpty = Object.keys(patch).length === 0
  const matched = isEmpty ? ids.length : await update(collection, filter, patch, call)
  if (matched === 0) throw new NotFoundError('The record no longer exists.')
  // Records that were deleted since cannot be told apart here, and there is nothing left to write.
  return group.map(({ index, existing }) => ({
    index,
    action: 'updated',
    id: packId(collection, existing!),
  }))
}

/** Failures to connect: no statement was sent. */
const connectFailures: readonly unknown[] = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]

/** Whether the error shows that nothing was changed: it was refused, or the database was not reached. */
function isCertain(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof ServiceError && /^Nothing was changed/.test(error.message)) return true
  const { code } = error as NodeJS.ErrnoException
  return connectFailures.includes(code) || isCertain(error.cause)
}

function describeOutage(error: unknown): string {
  return error instanceof ServiceError ? error.message : 'the agent could not reach its database.'
}
