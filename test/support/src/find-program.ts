import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first folder of PATH, then of `folders`, that holds the program. */
export function findProgram(name: string, folders: readonly string[]): string | undefined {
  const path = (process.env.PATH ?? '').split(delimiter)
  return [...path, ...folders].find(folder => existsSync(join(folder, name)))
}
