/** A failure that one line explains; the command ends with `exitCode`. */
export class CommandError extends Error {
  override readonly name: string = 'CommandError'
  readonly exitCode: number = 1
}

/** The command line is invalid. */
export class UsageError extends CommandError {
  override readonly name = 'UsageError'
  override readonly exitCode = 2
}

/** Returns the message of anything thrown, with its name unless that is `Error`. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const text = error.message || error.name
  const isPlain = error.name === 'Error' || error.name === 'OptionError'
  return isPlain || text === error.name ? text : `${error.name}: ${text}`
}
