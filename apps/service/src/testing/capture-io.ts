import { Readable, Writable } from 'node:stream'
import type { CommandIo } from '../cli/command-io.js'

/** What a command reads and writes in a test, without a terminal. */
export interface CapturedIo extends CommandIo {
  /** What it has written to each stream so far. */
  readonly written: { readonly output: string; readonly errors: string }
}

/** Gives a command these variables and this input, and keeps what it writes. */
export function captureIo(
  environment: CommandIo['environment'],
  input: CommandIo['input'] = Readable.from([]),
): CapturedIo {
  const written = { output: '', errors: '' }
  const collect = (name: keyof typeof written) =>
    new Writable({
      write(chunk, _encoding, done) {
        written[name] += chunk
        done()
      },
    })
  return { environment, input, output: collect('output'), errors: collect('errors'), written }
}
