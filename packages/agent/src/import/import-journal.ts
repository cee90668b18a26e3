import { createHash } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ConflictError, createRecentMap, type Logger, UnavailableError } from '@service/base'
import type { ImportedRow } from '@service/protocol'
import {
  type ChunkState,
  createChunkState,
  doubtLastStatement,
  type ImportFile,
  openImportFile,
} from './import-file.js'

/** Remembers what became of each chunk of an import, so that none is written twice. */
export interface ImportJournal {
  /**
   * Runs a chunk once. The same chunk later gets the same rows, and while it runs, waits for them. A
   * chunk that was interrupted runs again, with what is known of its rows.
   */
  runOnce(chunk: JournalChunk, run: RunChunk): Promise<readonly ImportedRow[]>
}

interface JournalChunk {
  /** Identifies the import: person, collection and id. */
  readonly importKey: string
  readonly number: number
  /** What the chunk contains: another content under the same number is refused. */
  readonly content: string
}

export type RunChunk = (progress: ImportProgress) => Promise<readonly ImportedRow[]>

/** The state of the rows of a chunk. */
export interface ImportProgress {
  /** Rows that an interrupted run has written. */
  readonly written: ReadonlyMap<number, ImportedRow>
  /** Rows that an interrupted run may have written. */
  readonly uncertain: ReadonlySet<number>
  /** Called before each statement; a rejection prevents it. */
  writing(indexes: readonly number[]): Promise<void>
  /** Called after each statement. */
  wrote(rows: readonly ImportedRow[]): Promise<void>
}

/** For imports without an id: a chunk that is sent again is written again. */
export const unrecorded: ImportProgress = {
  written: new Map(),
  uncertain: new Set(),
  writing: async () => {},
  wrote: async () => {},
}

interface JournalOptions {
  /** Absent: the journal lasts as long as the process. */
  readonly folder?: string
  readonly envSecret: string
  readonly logger: Logger
}

interface OpenImport {
  readonly chunks: Map<number, ChunkState>
  readonly file?: ImportFile
}

const rememberedImports = 50
/** Chunks of an import whose responses are in memory. */
const rememberedChunks = 20
const keptMs = 48 * 60 * 60 * 1000
const suffix = '.import'

/** Creates the journal; its folder is made by the first import. */
export function createImportJournal({ folder, envSecret, logger }: JournalOptions): ImportJournal {
  const imports = createRecentMap<string, Promise<OpenImport>>(rememberedImports)
  const running = new Map<string, { digest: string; rows: Promise<readonly ImportedRow[]> }>()
  let prepared: Promise<string | undefined> | undefined

  return {
    async runOnce({ importKey, number, content }, run) {
      const name = hash(`import ${envSecret} ${importKey}`)
      const digest = hash(content)
      const id = `${name} ${number}`
      const known = running.get(id)
      if (known && known.digest !== digest) throw contentDiffers(number)
      if (known) return known.rows
      const rows = runNow(name, number, digest, run).finally(() => running.delete(id))
      running.set(id, { digest, rows })
      return rows
    },
  }

  async function runNow(name: string, number: number, digest: string, run: RunChunk) {
    const { chunks, file } = await openImport(name)
    const before = chunks.get(number)
    if (before) {
      if (before.digest !== digest) throw contentDiffers(number)
      if (before.isEnded) return before.rows ?? readRows(file, number)
      if (await file?.isHeld(before.owner)) throw isHeld(number)
    }
    const state = before ?? createChunkState(digest)
    doubtLastStatement(state)
    let isBegun = false
    const begin = async () => {
      if (isBegun) return
      await file?.append({ chunk: number, digest, owner: createChunkState(digest).owner })
      isBegun = true
      chunks.set(number, state)
    }
    const rows = await run({
      written: new Map(state.wrote),
      uncertain: new Set([...state.doubtful].filter(index => !state.wrote.has(index))),
      async writing(indexes) {
        await begin()
        await file?.append({ chunk: number, writing: indexes })
        state.writing = indexes
      },
      async wrote(written) {
        for (const row of written) state.wrote.set(row.index, row)
        await file?.append({ chunk: number, wrote: written }).catch(warn)
      },
    })
    await begin()
    state.rows = rows
    state.isEnded = true
    await file?.append({ chunk: number, rows }).catch(warn)
    forgetRows(chunks.get(number - rememberedChunks))
    return rows
  }

  function openImport(name: string): Promise<OpenImport> {
    const known = imports.get(name)
    if (known) return known
    const opened = readImport(name)
    imports.set(name, opened)
    return opened
  }

  async function readImport(name: string): Promise<OpenImport> {
    prepared ??= prepareFolder()
    const path = await prepared
    if (path === undefined) return { chunks: new Map() }
    const file = openImportFile(join(path, `${name}${suffix}`))
    const chunks = await file.read()
    const ended = [...chunks.values()].filter(({ isEnded }) => isEnded)
    ended.slice(0, -rememberedChunks).forEach(forgetRows)
    return { chunks, file }
  }

  /** Makes the folder and removes old files; when that fails, the journal is in memory. */
  async function prepareFolder(): Promise<string | undefined> {
    if (folder === undefined) return undefined
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const names = (await readdir(folder)).filter(name => name.endsWith(suffix))
      await Promise.all(names.map(name => removeOld(join(folder, name))))
      return folder
    } catch (error) {
      warn(error)
      return undefined
    }
  }

  function warn(error: unknown): void {
    logger('Warn', 'The progress of imports cannot be stored: it is lost with the process', error)
  }
}

function forgetRows(state: ChunkState | undefined): void {
  if (!state?.isEnded) return
  state.rows = undefined
  state.wrote.clear()
}

/** The response to a chunk that is no longer in memory. */
async function readRows(
  file: ImportFile | undefined,
  number: number,
): Promise<readonly ImportedRow[]> {
  const rows = (await file?.read())?.get(number)?.rows
  if (rows) return rows
  throw new ConflictError(
    `Chunk ${number} of this import was written before, and its response is no longer kept.`,
  )
}

async function removeOld(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found && Date.now() - found.mtimeMs > keptMs) await rm(path, { force: true })
}

function contentDiffers(number: number): ConflictError {
  return new ConflictError(
    `Chunk ${number} of this import was sent before with other rows. Start another import with another id.`,
  )
}

function isHeld(number: number): UnavailableError {
  return new UnavailableError(
    `Another process of the agent is writing chunk ${number} of this import. Try again in a moment.`,
  )
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}
