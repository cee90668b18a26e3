import type { Readable, Writable } from 'node:stream'

/** The input and output of a command, so that tests can run it without a terminal. */
export interface CommandIo {
  /** Completed from `.env`, because the code of a project reads its settings there. */
  readonly environment: Record<string, string | undefined>
  /** The current folder. */
  readonly folder: string
  readonly input: Readable & { readonly isTTY?: boolean }
  /** Progress and results. */
  readonly output: Writable & { readonly isTTY?: boolean }
  /** Error messages. */
  readonly errors: Writable
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** The terminal or pipe this process was started with. */
export const processIo: CommandIo = {
  environment: process.env,
  folder: process.cwd(),
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
  now: Date.now,
}
