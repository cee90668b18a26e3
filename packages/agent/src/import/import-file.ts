import { appendFile, readFile, stat } from 'node:fs/promises'
import { isRunning, type ProcessIdentity, readProcessIdentity } from '@service/http'
import type { ImportedRow } from '@service/protocol'

/** One line of the file of an import. */
type ImportLine =
  | { readonly chunk: number; readonly digest: string; readonly owner: ProcessIdentity }
  | { readonly chunk: number; readonly writing: readonly number[] }
  | { readonly chunk: number; readonly wrote: readonly ImportedRow[] }
  | { readonly chunk: number; readonly rows: readonly ImportedRow[] }

/** What is known of a chunk. */
export interface ChunkState {
  readonly digest: string
  readonly owner: ProcessIdentity
  /** The rows of the last statement that began. */
  writing: readonly number[]
  /** The rows of statements that earlier runs began and nobody saw end. */
  readonly doubtful: Set<number>
  /** The rows of statements that ended. */
  readonly wrote: Map<number, ImportedRow>
  isEnded: boolean
  /** The response of a chunk that has ended; dropped from memory after some time. */
  rows?: readonly ImportedRow[]
}

/** A process in another container counts as ended after this time without a line. */
const silenceMs = 60_000

/** The file of one import: a line for each step of each chunk. */
export interface ImportFile {
  append(line: ImportLine): Promise<void>
  read(): Promise<Map<number, ChunkState>>
  /** Whether another process may be writing the chunk at the moment. */
  isHeld(owner: ProcessIdentity): Promise<boolean>
}

/** Opens the file of an import, which only its owner may read. */
export function openImportFile(path: string): ImportFile {
  return {
    append: line => appendFile(path, `${JSON.stringify(line)}\n`, { mode: 0o600 }),
    async read() {
      const chunks = new Map<number, ChunkState>()
      const text = await readFile(path, 'utf8').catch(ifMissing)
      for (const line of text.split('\n')) {
        const parsed = parseLine(line)
        if (parsed) applyLine(chunks, parsed)
      }
      return chunks
    },
    async isHeld(owner) {
      if (isSame(owner, readProcessIdentity())) return false
      const running = isRunning(owner)
      if (running !== undefined) return running
      const changed = await stat(path).catch(() => undefined)
      return changed !== undefined && Date.now() - changed.mtimeMs < silenceMs
    },
  }
}

export function createChunkState(digest: string, owner = readProcessIdentity()): ChunkState {
  return {
    ...{ digest, owner, writing: [], isEnded: false },
    ...{ doubtful: new Set(), wrote: new Map() },
  }
}

/** What the last run was writing stays in doubt, also when the next one is interrupted in turn. */
export function doubtLastStatement(state: ChunkState): void {
  for (const index of state.writing) state.doubtful.add(index)
  state.writing = []
}

/** Undefined for a line that a killed process did not finish. */
function parseLine(line: string): ImportLine | undefined {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function applyLine(chunks: Map<number, ChunkState>, line: ImportLine): void {
  const known = chunks.get(line.chunk)
  if ('digest' in line) {
    if (known) doubtLastStatement(known)
    const { digest, owner } = line
    chunks.set(line.chunk, { ...createChunkState(digest, owner), ...pickProgress(known) })
  } else if (known && 'writing' in line) {
    known.writing = line.writing
  } else if (known && 'wrote' in line) {
    for (const row of line.wrote) known.wrote.set(row.index, row)
  } else if (known && 'rows' in line) {
    known.rows = line.rows
    known.isEnded = true
  }
}

function pickProgress(state: ChunkState | undefined): Partial<ChunkState> {
  return state ? { doubtful: state.doubtful, wrote: state.wrote } : {}
}

function isSame(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return (
    one.pid === other.pid && one.startedAt === other.startedAt && one.namespace === other.namespace
  )
}

function ifMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return ''
  throw error
}
