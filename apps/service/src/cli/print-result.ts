import type { CommandIo } from './command-io.js'

/** An option of every command whose result scripts read. */
export interface ResultOptions {
  /** Prints one JSON document instead of sentences. */
  readonly json?: boolean
}

/** Prints what a command has done: sentences for people, or one JSON document. */
export function printResult(
  { output }: CommandIo,
  { json }: ResultOptions,
  result: object,
  lines: readonly string[],
): void {
  output.write(json ? `${JSON.stringify(result)}\n` : lines.map(line => `${line}\n`).join(''))
}
