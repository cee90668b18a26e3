import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { CommandError, describeError } from '../errors.js'

/** Fills the environment up with what the `.env` file of a folder says; what is set already stays. */
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

/** The text of an `.env` file; what is undefined is left out. */
export function printEnv(variables: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(variables)
    .map(([name, value]) => (value === undefined ? '' : `${name}=${quoted(name, value)}\n`))
    .join('')
}

/** The way to write a value that is read back as it was; quotes of all kinds, or line breaks, may leave none. */
function quoted(name: string, value: string): string {
  if (/^[\w./:@%?&=+,~-]*$/.test(value)) return value
  const forms = ["'", '`', '"'].map(quote => quote + value + quote)
  const fitting = forms.find(form => {
    const read = parseEnv(`${name}=${form}\nNEXT=1\n`)
    return read[name] === value && read.NEXT === '1'
  })
  if (fitting !== undefined) return fitting
  throw new CommandError(
    `The value of ${name} cannot be written to .env. In an address, write quotes and unusual characters as %27, %22, %60.`,
  )
}
