import type { Readable, Writable } from 'node:stream'

/** What a command reads and writes, so that tests can run it without a terminal. */
export interface CommandIo {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly input: Readable & { readonly isTTY?: boolean }
  /** Results, for people and pipes. */
  readonly output: Writable
  /** Questions and explanations. */
  readonly errors: Writable
}

/** The terminal or pipe this process was started with. */
export const processIo: CommandIo = {
  environment: process.env,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
}
