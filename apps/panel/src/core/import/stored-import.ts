import { isObject } from '@service/base'
import type { ImportSettings } from './import-settings.js'
import type { DoneChunk } from './run-import.js'

/** An import that a page began: enough to go on with it after a reload, and nothing of its rows. */
export interface StoredImport {
  readonly importId: string
  readonly fileName: string
  readonly fileSize: number
  /** Of the header. */
  readonly headHash: string
  readonly settings: ImportSettings
  readonly done: readonly DoneChunk[]
}

/**
 * Reads what an earlier page stored; undefined when it is something else.
 *
 * @example
 * const stored = readStoredImport(localStorage.getItem(name))
 */
export function readStoredImport(text: string | null): StoredImport | undefined {
  try {
    const stored: unknown = JSON.parse(text ?? 'null')
    const isComplete =
      isObject(stored) &&
      typeof stored.importId === 'string' &&
      Array.isArray(stored.done) &&
      isObject(stored.settings) &&
      Array.isArray(stored.settings.columns)
    return isComplete ? (stored as unknown as StoredImport) : undefined
  } catch {
    return undefined
  }
}

/**
 * Adds up what an import that was interrupted has written.
 *
 * @example
 * countStored(stored) // { rows: 1000, created: 970, updated: 0, rejected: 30 }
 */
export function countStored({ done }: StoredImport) {
  const sum = (read: (chunk: DoneChunk) => number) =>
    done.reduce((total, chunk) => total + read(chunk), 0)
  return {
    created: sum(({ created }) => created),
    updated: sum(({ updated }) => updated),
    rejected: sum(({ rejected }) => rejected.length),
  }
}
