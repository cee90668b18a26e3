import type { Readable, Writable } from 'node:stream'

/** The input and output of a command, replaceable so that tests can run it without a terminal. */
export interface CommandIo {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly input: Readable & { readonly isTTY?: boolean }
  /** Results that people read or pipes process. */
  readonly output: Writable
  /** Prompts and explanations. */
  readonly errors: Writable
}
