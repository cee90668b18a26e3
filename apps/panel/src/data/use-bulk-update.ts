import type { BulkUpdatePreview, BulkUpdateResult } from '@service/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type BulkChanges,
  buildBulkUpdate,
  buildExpectedFilter,
  buildRestores,
  groupRestores,
} from '../core/bulk-edit/bulk-update.js'
import type { BulkProgress } from '../core/bulk-edit/write-in-chunks.js'
import { splitIntoChunks, writeInChunks } from '../core/bulk-edit/write-in-chunks.js'
import { buildSourcePath, type ListSource } from '../core/list/list-request.js'
import type { RowQuery } from '../core/list/row-query.js'
import { buildSelectionAttributes, isSelected, type Selection } from '../core/list/selection.js'
import { buildSelectionFilter } from '../core/list/selection-filter.js'
import { isStaleError } from '../core/record/conflict.js'
import { type Draft, invertDraft } from '../core/record/draft.js'
import { readList } from '../core/record/read-document.js'
import { buildSave } from '../core/record/write-requests.js'
import { ApiError } from './api-error.js'
import { usePlace } from './place-context.js'

/** The records to change. */
export interface BulkTarget {
  readonly source: ListSource
  readonly selection: Selection
  /** The rows of the list in which records are selected. */
  readonly rows: RowQuery
}

interface BulkRun {
  readonly changes: BulkChanges
  /** Whether the values before the change are kept, to restore them. */
  readonly isUndoable: boolean
  readonly onProgress: (progress: BulkProgress) => void
  readonly isStopped: () => boolean
}

export interface BulkUpdates {
  preview(changes: BulkChanges): Promise<BulkUpdatePreview>
  run(run: BulkRun): Promise<BulkProgress>
  /** Restores records; returns how many had been changed by somebody else, which stay as they are. */
  restore(changes: BulkChanges, previous: BulkProgress['previous']): Promise<number>
  /** Writes the values again to records that were restored. */
  repeat(changes: BulkChanges, previous: BulkProgress['previous']): Promise<number>
}

const chunkSize = 200
const parallelWrites = 6

/** Writes the same values to many records, with progress. */
export function useBulkUpdate({ source, selection, rows }: BulkTarget): BulkUpdates {
  const { agent, place } = usePlace()
  const client = useQueryClient()
  const { renderingId } = place.team
  return useMemo(() => {
    const { collection } = source
    return {
      preview: changes =>
        agent.write(
          buildBulkUpdate(collection, buildSelectionAttributes(selection, rows), changes, {
            dryRun: true,
          }),
        ),
      run: ({ changes, isUndoable, onProgress, isStopped }) =>
        writeInChunks(listChunks(), {
          write: ids =>
            agent.write<BulkUpdateResult>(
              buildBulkUpdate(collection, { ids, all_records: false }, changes, {
                returnPrevious: isUndoable,
              }),
            ),
          explainRefusal,
          onProgress,
          isStopped,
        }).finally(refresh),
      restore: async (changes, previous) =>
        restoreAll(await readWritten(changes, previous), previous),
      repeat: (changes, previous) =>
        saveAll(buildRestores(collection.name, changes, previous).map(invertDraft)),
    }

    /** The values as the database has them: it may have rounded what was written. */
    async function readWritten(
      changes: BulkChanges,
      previous: BulkProgress['previous'],
    ): Promise<BulkChanges> {
      const ids = new Set(previous.slice(0, 1).map(({ id }) => id))
      const columns = Object.keys(changes).filter(
        name => collection.fields.get(name)?.kind === 'column',
      )
      const query = {
        filters: JSON.stringify(buildSelectionFilter(collection, { kind: 'some', ids })),
        [`fields[${collection.name}]`]: [...collection.primaryKey, ...columns].join(','),
      }
      const path = buildSourcePath({ collection })
      const { rows: records } = readList(
        await agent.read({ method: 'GET', path, query }, new AbortController().signal),
      )
      const values = records[0]?.values ?? {}
      const read = columns.filter(name => isRounded(changes[name], values[name]))
      return { ...changes, ...Object.fromEntries(read.map(name => [name, values[name]])) }
    }

    async function restoreAll(
      written: BulkChanges,
      previous: BulkProgress['previous'],
    ): Promise<number> {
      const ids = previous.map(({ id }) => id)
      if (!buildExpectedFilter(collection, ids.slice(0, 1), written)) {
        return saveAll(buildRestores(collection.name, written, previous))
      }
      let restored = 0
      await inParallel(groupRestores(previous, chunkSize), async group => {
        const filters = JSON.stringify(buildExpectedFilter(collection, group.ids, written))
        const selected = {
          ...{ ids: [], all_records: true, all_records_ids_excluded: [] },
          all_records_subset_query: { filters },
        } as const
        const request = buildBulkUpdate(collection, selected, group.values, {})
        const { count } = await agent.write<BulkUpdateResult>(request)
        restored += count
      })
      return ids.length - restored
    }

    async function* listChunks(): AsyncGenerator<readonly string[]> {
      if (selection.kind === 'some') {
        yield* splitIntoChunks([...selection.ids], chunkSize)
        return
      }
      let after: string | null = ''
      while (after !== null) {
        const { rows: records, next } = await readIds(after)
        const ids = records.map(({ id }) => id).filter(id => isSelected(selection, id))
        if (ids.length > 0) yield ids
        after = next
      }
    }

    /** In the order of the key, so that what a change moves out of the list moves nothing else. */
    async function readIds(after: string) {
      const [key = ''] = collection.primaryKey
      const query = {
        ...rows,
        [`fields[${collection.name}]`]: collection.primaryKey.join(','),
        sort: key,
        'page[size]': String(chunkSize),
        'page[after]': after,
      }
      const request = { method: 'GET', path: buildSourcePath(source), query } as const
      return readList(await agent.read(request, new AbortController().signal))
    }

    async function saveAll(drafts: readonly Draft[]): Promise<number> {
      let changedSince = 0
      await inParallel(drafts, async draft => {
        try {
          for (const request of buildSave(draft, collection)) await agent.write(request)
        } catch (error) {
          if (!isOfOthers(error)) throw error
          changedSince += 1
        }
      })
      return changedSince
    }

    async function inParallel<T>(items: readonly T[], run: (item: T) => Promise<void>) {
      const waiting = [...items]
      const work = async () => {
        for (let item = waiting.pop(); item; item = waiting.pop()) await run(item)
      }
      try {
        await Promise.all(Array.from({ length: parallelWrites }, work))
      } finally {
        refresh()
      }
    }

    function refresh(): void {
      for (const name of ['records', 'record']) {
        void client.invalidateQueries({ queryKey: [name, renderingId, collection.name] })
      }
      for (const name of ['count', 'related-count']) {
        void client.invalidateQueries({ queryKey: [name, renderingId] })
      }
    }
  }, [agent, client, renderingId, source, selection, rows])
}

/** Somebody else changed the record, or deleted it. */
function isOfOthers(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status === 404 || isStaleError(error.status, error.body)
}

function explainRefusal(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (![400, 403, 404, 409, 422].includes(error.status)) return undefined
  return Object.values(error.fields).flat().join(' ') || error.message
}

/** Whether the database keeps fewer digits of a number than were written. */
function isRounded(written: unknown, read: unknown): boolean {
  if (written === null || read === null || read === undefined) return false
  const digits = /\.(\d{1,20})$/.exec(String(read))?.[1]?.length ?? 0
  const [given, stored] = [Number(written), Number(read)]
  return given !== stored && Number(given.toFixed(digits)) === stored
}
