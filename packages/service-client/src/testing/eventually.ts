import { expect } from 'vitest'
import './patience.js'

/** Polls for something that arrives over a real connection, however slow the machine is. */
export function eventually<T>(read: () => T) {
  return expect.poll(read, { timeout: 30_000, interval: 5 })
}
