import type { ImportedRow, ImportResult } from '@service/protocol'
import { nameInPath } from '@service/protocol'
import type { QueryClient } from '@tanstack/react-query'
import { guessKey, guessMapping } from '../core/import/guess-mapping.js'
import { hashRows } from '../core/import/hash-rows.js'
import type { CsvHead, ImportSettings } from '../core/import/import-settings.js'
import {
  type DoneChunk,
  type ImportProgress,
  noImport,
  OtherFileError,
  runImport,
} from '../core/import/run-import.js'
import type { StoredImport } from '../core/import/stored-import.js'
import type { CollectionModel } from '../core/schema/collection-model.js'
import type { AgentApi } from './agent-api.js'
import { ApiError } from './api-error.js'
import type { CsvChoices } from './csv-messages.js'
import { createCsvReader } from './csv-reader.js'
import { openImportStorage } from './import-storage.js'

/** What an import is doing. */
export interface ImportState {
  readonly step: 'pick' | 'map' | 'check' | 'run'
  /** `interrupted`: the agent did not answer; the chunk is sent again when somebody says so. */
  readonly phase: 'idle' | 'busy' | 'paused' | 'interrupted' | 'stopped' | 'done'
  readonly file?: File
  readonly head?: CsvHead
  readonly choices: CsvChoices
  readonly settings?: ImportSettings
  readonly progress: ImportProgress
  /** How much of the file has been read, from 0 to 1. */
  readonly fraction: number
  /** How many rows the file has, once that is known. */
  readonly total?: number
  readonly error?: unknown
  /** An import that an earlier page began. */
  readonly stored?: StoredImport | undefined
}

/** An import of one file; it goes on while its drawer is closed. */
export interface ImportSession {
  getState(): ImportState
  subscribe(listener: () => void): () => void
  pick(file: File): Promise<void>
  setChoices(choices: Partial<CsvChoices>): Promise<void>
  setSettings(settings: ImportSettings): void
  /** Checks every row, and writes nothing. */
  check(): Promise<void>
  run(): Promise<void>
  pause(): void
  /** After a pause, or after the agent did not answer. */
  proceed(): void
  stop(): void
  /** Back to the settings. */
  goBack(): void
  /** Forgets the file, and what an earlier page stored. */
  reset(): void
}

interface SessionParts {
  readonly collection: CollectionModel
  readonly renderingId: number
  readonly agent: AgentApi
  readonly client: QueryClient
  readonly timezone: string
  readonly language: string
}

const sessions = new Map<string, ImportSession>()

/** The import of a collection; the same one until the page is closed. */
export function findImportSession(parts: SessionParts): ImportSession {
  const key = `${parts.renderingId} ${parts.collection.name}`
  const session = sessions.get(key) ?? createImportSession(parts)
  sessions.set(key, session)
  return session
}

function createImportSession(parts: SessionParts): ImportSession {
  const { collection, renderingId, agent, client, timezone, language } = parts
  const storage = openImportStorage(renderingId, collection.name)
  const reader = createCsvReader()
  const listeners = new Set<() => void>()
  const first: ImportState = {
    step: 'pick',
    phase: 'idle',
    choices: { hasHeader: true },
    progress: noImport,
    fraction: 0,
  }
  let state: ImportState = { ...first, stored: storage.read() }
  let isStopped = false
  let proceed = () => {}
  let pausing: Promise<void> | undefined

  function set(change: Partial<ImportState>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  async function openHead(file: File, choices: CsvChoices): Promise<void> {
    set({ phase: 'busy', error: undefined })
    try {
      const head = await reader.open(file, choices)
      const { stored } = state
      const isSame = stored && isSameFile(stored, file, head)
      set({
        ...{ step: 'map', phase: 'idle', file, head, choices },
        settings: isSame ? stored.settings : guessSettings(head),
        stored: isSame ? stored : undefined,
      })
      if (isSame) await run()
    } catch (error) {
      set({ step: 'pick', phase: 'idle', error })
    }
  }

  function guessSettings(head: CsvHead): ImportSettings {
    const columns = guessMapping(head, collection, language)
    const key = guessKey(columns, collection)
    const mode = key.length > 0 && collection.rights.edit ? 'upsert' : 'create'
    return { mode, key: mode === 'upsert' ? key : [], columns, isEmptyCleared: false }
  }

  /** Reads the file from its start, and sends it chunk by chunk. */
  async function runThrough(
    step: 'check' | 'run',
    send: (chunk: number, rows: Rows, isKnown: boolean) => Promise<readonly ImportedRow[]>,
    done: readonly DoneChunk[],
    onChunk?: (chunk: DoneChunk) => void,
  ): Promise<boolean> {
    const { file, settings, choices } = state
    if (!file || !settings) return false
    isStopped = false
    set({ step, phase: 'busy', progress: noImport, fraction: 0, error: undefined })
    try {
      await reader.open(file, choices)
      const progress = await runImport({
        ...{ collection, settings, zone: timezone, done },
        readRows: count => reader.next(count),
        send: (chunk, rows, isKnown) => untilAnswered(() => send(chunk, rows, isKnown)),
        ...(onChunk && { onChunk }),
        onProgress: next =>
          set({ progress: next, fraction: reader.bytes / Math.max(file.size, 1) }),
        async mayContinue() {
          await pausing
          return !isStopped
        },
      })
      set({ progress, phase: isStopped ? 'stopped' : 'done' })
      return !isStopped
    } catch (error) {
      set({ phase: 'stopped', error })
      return false
    }
  }

  /** Sends a chunk again, when somebody says so, until the agent answers. */
  async function untilAnswered<T>(send: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await send()
      } catch (error) {
        if (!isOutage(error)) throw error
        set({ phase: 'interrupted', error })
        const resume = proceed
        await new Promise<void>(resolve => {
          proceed = () => {
            resume()
            resolve()
          }
        })
        proceed = () => {}
        if (isStopped) throw error
        set({ phase: 'busy', error: undefined })
      }
    }
  }

  async function post(rows: Rows, options: object): Promise<readonly ImportedRow[]> {
    const { mode, key } = state.settings!
    const result = await agent.write<ImportResult>({
      method: 'POST',
      path: `/${nameInPath(collection.name)}/_import`,
      body: { mode, key, rows, ...options },
    })
    return result.rows
  }

  async function check(): Promise<void> {
    const isDone = await runThrough('check', (_, rows) => post(rows, { dryRun: true }), [])
    if (isDone) set({ total: state.progress.rows })
  }

  async function run(): Promise<void> {
    const { file, head, settings, stored: before } = state
    if (!file || !head || !settings) return
    let stored: StoredImport = before ?? {
      importId: createId(),
      fileName: file.name,
      fileSize: file.size,
      headHash: hashRows([head.header]),
      settings,
      done: [],
    }
    storage.write(stored)
    const { importId, done } = stored
    const isDone = await runThrough(
      'run',
      (chunk, rows, replay) => post(rows, { importId, chunk, replay }),
      done,
      chunk => {
        stored = { ...stored, done: [...stored.done, chunk] }
        storage.write(stored)
      },
    )
    const isOther = state.error instanceof OtherFileError
    if (isDone) storage.clear()
    set({ stored: isDone || isOther ? undefined : stored })
    for (const name of ['records', 'count', 'related-count']) {
      void client.invalidateQueries({ queryKey: [name, renderingId] })
    }
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    pick: file => openHead(file, state.choices),
    async setChoices(choices) {
      if (state.file) await openHead(state.file, { ...state.choices, ...choices })
    },
    setSettings: settings => set({ settings, stored: undefined }),
    check,
    run,
    pause() {
      pausing = new Promise(resolve => {
        proceed = () => {
          pausing = undefined
          set({ phase: 'busy' })
          resolve()
        }
      })
      set({ phase: 'paused' })
    },
    proceed: () => proceed(),
    stop() {
      isStopped = true
      proceed()
    },
    goBack: () => set({ step: 'map', phase: 'idle', error: undefined }),
    reset() {
      storage.clear()
      state = first
      set({})
    },
  }
}

type Rows = readonly Readonly<Record<string, unknown>>[]

function isSameFile(stored: StoredImport, file: File, head: CsvHead): boolean {
  return stored.fileSize === file.size && stored.headHash === hashRows([head.header])
}

/** Nobody knows whether the chunk arrived: it is sent again under the same number. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status === 0 || error.status === 429 || error.status >= 500
}

/** `randomUUID` is missing on pages without https. */
function createId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map(byte => byte.toString(16).padStart(2, '0'))
    .join('')
}
