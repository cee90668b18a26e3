import type { ImportedRow } from '@service/protocol'
import { maxImportRows } from '@service/protocol'
import type { CollectionModel } from '../schema/collection-model.js'
import { buildRow, type FieldProblem } from './build-row.js'
import { hashRows } from './hash-rows.js'
import type { ImportSettings } from './import-settings.js'

/** A row that was not written, and why. */
export interface Reject {
  /** The position among the rows of the file, from 1; the header is not counted. */
  readonly row: number
  readonly cells: readonly string[]
  readonly problems: readonly FieldProblem[]
  /** What the agent says. */
  readonly messages: readonly string[]
  readonly isUncertain: boolean
}

/** What an import has done so far. */
export interface ImportProgress {
  readonly rows: number
  readonly created: number
  readonly updated: number
  readonly rejected: number
  readonly rejects: readonly Reject[]
}

export const noImport: ImportProgress = {
  rows: 0,
  created: 0,
  updated: 0,
  rejected: 0,
  rejects: [],
}

/** What is known of a chunk after it was written: no contents. */
export interface DoneChunk {
  /** Of its rows, to recognise the file. */
  readonly hash: string
  readonly created: number
  readonly updated: number
  /** Positions in the chunk, from 0. */
  readonly rejected: readonly number[]
}

/** The file is not the one that the import began with. */
export class OtherFileError extends Error {
  override readonly name = 'OtherFileError'
}

/** More rows are rejected than the page can keep. */
export class TooManyRejectsError extends Error {
  override readonly name = 'TooManyRejectsError'
}

/** Rejected rows are kept until somebody saves them. */
const mostRejects = 50_000

interface ImportRun {
  readonly collection: CollectionModel
  readonly settings: ImportSettings
  readonly zone: string
  /** Returns the next rows of the file; none at its end. */
  readonly readRows: (count: number) => Promise<readonly (readonly string[])[]>
  /** Sends rows of a chunk. `isKnown` asks only for what became of them. */
  readonly send: (
    chunk: number,
    rows: readonly Readonly<Record<string, unknown>>[],
    isKnown: boolean,
  ) => Promise<readonly ImportedRow[]>
  /** Chunks that were written before the page was loaded. */
  readonly done?: readonly DoneChunk[]
  readonly onChunk?: (chunk: DoneChunk) => void
  readonly onProgress: (progress: ImportProgress) => void
  /** Resolves when the run may go on; to false when it ends. */
  readonly mayContinue: () => Promise<boolean>
}

/**
 * Sends a file chunk by chunk, and collects the rows that were rejected.
 *
 * @example
 * const progress = await runImport({ collection, settings, zone, readRows, send, onProgress, mayContinue })
 */
export async function runImport(run: ImportRun): Promise<ImportProgress> {
  let progress = noImport
  for (let number = 0; await run.mayContinue(); number++) {
    const rows = await run.readRows(maxImportRows)
    if (rows.length === 0) break
    const done = run.done?.[number]
    const result = done
      ? await recall(run, number, rows, done)
      : await sendChunk(run, number, rows, false)
    progress = {
      rows: progress.rows + rows.length,
      created: progress.created + result.created,
      updated: progress.updated + result.updated,
      rejected: progress.rejected + result.rejects.length,
      rejects: [
        ...progress.rejects,
        ...result.rejects.map(reject => ({ ...reject, row: progress.rows + reject.row })),
      ],
    }
    if (progress.rejects.length > mostRejects) throw new TooManyRejectsError()
    if (!done) run.onChunk?.(describeChunk(rows, result))
    run.onProgress(progress)
  }
  return progress
}

interface ChunkResult {
  readonly created: number
  readonly updated: number
  /** Rows are counted from 1 in their chunk. */
  readonly rejects: readonly Reject[]
}

/** A chunk that was written before: its rows are not sent again, unless to learn why some were rejected. */
async function recall(
  run: ImportRun,
  number: number,
  rows: readonly (readonly string[])[],
  done: DoneChunk,
): Promise<ChunkResult> {
  if (hashRows(rows) !== done.hash) throw new OtherFileError()
  const { created, updated, rejected } = done
  if (rejected.length === 0) return { created, updated, rejects: [] }
  const known = await sendChunk(run, number, rows, true).catch(() => undefined)
  const reasons = new Map(known?.rejects.map(reject => [reject.row, reject]))
  const rejects = rejected.map(
    (position): Reject =>
      reasons.get(position + 1) ?? {
        row: position + 1,
        cells: rows[position] ?? [],
        problems: [],
        messages: [],
        isUncertain: false,
      },
  )
  return { created, updated, rejects }
}

async function sendChunk(
  { collection, settings, zone, send }: ImportRun,
  number: number,
  rows: readonly (readonly string[])[],
  isKnown: boolean,
): Promise<ChunkResult> {
  const rejects: Reject[] = []
  const sent: { readonly row: number; readonly values: Readonly<Record<string, unknown>> }[] = []
  for (const [position, cells] of rows.entries()) {
    const built = buildRow(cells, settings, collection, zone)
    const row = position + 1
    if ('values' in built) sent.push({ row, values: built.values })
    else rejects.push({ row, cells, problems: built.problems, messages: [], isUncertain: false })
  }
  const values = sent.map(each => each.values)
  const results = values.length === 0 ? [] : await send(number, values, isKnown)
  let [created, updated] = [0, 0]
  for (const { index, action, message = '', fields = {}, isUncertain = false } of results) {
    if (action === 'created') created += 1
    else if (action === 'updated') updated += 1
    else {
      const { row } = sent[index]!
      const messages = Object.values(fields).flat()
      rejects.push({
        row,
        cells: rows[row - 1]!,
        problems: [],
        messages: messages.length > 0 ? messages : [message],
        isUncertain,
      })
    }
  }
  return { created, updated, rejects: rejects.sort((one, other) => one.row - other.row) }
}

function describeChunk(rows: readonly (readonly string[])[], result: ChunkResult): DoneChunk {
  const { created, updated, rejects } = result
  return { hash: hashRows(rows), created, updated, rejected: rejects.map(({ row }) => row - 1) }
}
