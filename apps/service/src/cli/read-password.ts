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
    const password = await askHidden(io)
    if (password !== '') return { password, isMade: false }
  }
  return { password: randomText(20), isMade: true }
}

async function askHidden(io: CommandIo): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: io.input, output: silent, terminal: true })
  io.errors.write('Password (leave empty to generate one): ')
  try {
    return await lines.question('')
  } finally {
    lines.close()
    io.errors.write('\n')
  }
}
