import { expect } from 'vitest'
import './patience.js'

/** Waits for what comes over a real connection, however slow the machine is. */
export function eventually<T>(read: () => T) {
  return expect.poll(read, { timeout: 30_000, interval: 5 })
}
