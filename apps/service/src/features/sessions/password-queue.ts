import { UnavailableError } from '../../errors.js'
import { hashPassword, verifyPassword } from '../../secrets/password.js'

/**
 * Hashing occupies a thread of the pool and 32 MB for 0.1 s, and file and DNS operations need threads too.
 */
const RUNNING = 2
const WAITING = 32

let running = 0
const waiting: (() => void)[] = []

/**
 * Whether a password matches. Without a stored hash it takes the same time, so timing does not reveal which
 * accounts exist.
 */
export function checkPassword(password: string, stored: string | null): Promise<boolean> {
  return queued(async () => {
    if (stored !== null) return verifyPassword(password, stored)
    await hashPassword(password)
    return false
  })
}

/** Hashes a password for storage. */
export function makePasswordHash(password: string): Promise<string> {
  return queued(() => hashPassword(password))
}

/** Runs a few hashes at a time; rejects immediately when the queue is long. */
async function queued<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= WAITING) {
    throw new UnavailableError('overloaded', 'Too many people are signing in. Try again soon.', 2)
  }
  if (running >= RUNNING) await new Promise<void>(resolve => waiting.push(resolve))
  else running++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
