import { UnavailableError } from '../../errors.js'
import { hashPassword, verifyPassword } from '../../secrets/password.js'

/** Hashing takes a thread and 32 MB for a tenth of a second; files and names need threads too. */
const RUNNING = 2
const WAITING = 32

let running = 0
const waiting: (() => void)[] = []

/** Tells whether a password is right. Where there is none to compare with, it costs the same. */
export function checkPassword(password: string, stored: string | null): Promise<boolean> {
  return queued(async () => {
    if (stored !== null) return verifyPassword(password, stored)
    await hashPassword(password)
    return false
  })
}

/** Hashes a password to be stored. */
export function makePasswordHash(password: string): Promise<string> {
  return queued(() => hashPassword(password))
}

/** Runs a few at a time; whoever would wait long is refused at once. */
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
