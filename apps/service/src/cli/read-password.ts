import { once } from 'node:events'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { randomText } from '../secrets/token-format.js'
import type { CommandIo } from './command-io.js'

export interface GivenPassword {
  readonly password: string
  /** True when the password was generated, so it must be printed. */
  readonly isMade: boolean
}

/**
 * Reads a password from a pipe or from a prompt that does not echo it; generates one when neither is
 * available.
 */
export async function readPassword(io: CommandIo, fromInput: boolean): Promise<GivenPassword> {
  if (fromInput) {
    const password = (await text(io.input)).replace(/\r?\n$/, '')
    return { password, isMade: false }
  }
  if (io.input.isTTY) {
    const password = await askHidden(io, 'Password (leave empty to generate one): ')
    if (password !== '') return { password, isMade: false }
  }
  return { password: randomText(20), isMade: true }
}

/** Asks for a text that is not echoed. Rejects when the person cancels it with Ctrl-C. */
export async function askHidden(io: CommandIo, prompt: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: io.input, output: silent, terminal: true })
  const cancelled = once(lines, 'close').then(() => {
    throw new Error('Cancelled.')
  })
  // It settles after the question, too, when nobody waits for it.
  cancelled.catch(() => {})
  io.errors.write(prompt)
  try {
    return await Promise.race([lines.question(''), cancelled])
  } finally {
    lines.close()
    io.errors.write('\n')
  }
}
