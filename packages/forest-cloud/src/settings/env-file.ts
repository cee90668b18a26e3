import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { CommandError, describeError } from '../errors.js'

/** Adds the variables of a folder's `.env` file to the environment; existing ones are kept. */
export async function applyEnvFile(
  folder: string,
  environment: Record<string, string | undefined>,
): Promise<void> {
  const path = join(folder, '.env')
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new CommandError(`'${path}' cannot be read: ${describeError(error)}`)
  })
  for (const [name, value] of Object.entries(parseEnv(text))) environment[name] ??= value
}

/** Prints an `.env` file; undefined values are left out. */
export function printEnv(variables: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(variables)
    .map(([name, value]) => (value === undefined ? '' : `${name}=${quoted(name, value)}\n`))
    .join('')
}

/**
 * Quotes a value so that it is read back unchanged; a value with all kinds of quotes, or line
 * breaks, cannot be.
 */
function quoted(name: string, value: string): string {
  if (/^[\w./:@%?&=+,~-]*$/.test(value)) return value
  const forms = ["'", '`', '"'].map(quote => quote + value + quote)
  const fitting = forms.find(form => {
    const read = parseEnv(`${name}=${form}\nNEXT=1\n`)
    return read[name] === value && read.NEXT === '1'
  })
  if (fitting !== undefined) return fitting
  throw new CommandError(
    `The value of ${name} cannot be written to .env. In a URL, write quotes and unusual characters as %27, %22, %60.`,
  )
}
