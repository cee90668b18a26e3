import { randomBytes } from 'node:crypto'
import type { CodeBinding, CodeStore, TakenCode } from './code-store.js'
import { codeSeconds } from './lifetimes.js'

/** A code store of one process, which answers at once. */
export interface MemoryCodeStore<Data> extends CodeStore<Data> {
  issue(binding: CodeBinding, data: Data): string
  take(code: string, clientId: string): TakenCode<Data> | undefined
}

interface Entry<Data> {
  readonly binding: CodeBinding
  readonly data: Data
  readonly expiresAt: number
  isUsed: boolean
}

/**
 * Creates a code store that keeps at most `capacity` codes in memory, 10,000 by default: the oldest
 * one makes room for the next.
 *
 * @example
 * const codes = createMemoryCodeStore<{ userId: number }>()
 * const code = codes.issue({ clientId, codeChallenge }, { userId: 1 })
 */
export function createMemoryCodeStore<Data>(capacity = 10_000): MemoryCodeStore<Data> {
  const entries = new Map<string, Entry<Data>>()

  const makeRoom = (now: number) => {
    for (const [code, { expiresAt }] of entries) {
      // All live equally long, so they expire in the order in which the map lists them.
      if (expiresAt > now && entries.size < capacity) return
      entries.delete(code)
    }
  }

  return {
    issue(binding, data) {
      const now = Date.now()
      makeRoom(now)
      const code = randomBytes(32).toString('base64url')
      entries.set(code, { binding, data, expiresAt: now + codeSeconds * 1000, isUsed: false })
      return code
    },
    take(code, clientId) {
      const entry = entries.get(code)
      if (entry?.binding.clientId !== clientId) return undefined
      const { binding, data, isUsed } = entry
      entry.isUsed = true
      return { binding, data, isUsed, isExpired: entry.expiresAt <= Date.now() }
    },
  }
}
