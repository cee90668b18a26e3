import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The published package contains bundles, which are in another folder than the sources.
function findFolder(start: string): string {
  if (existsSync(join(start, 'package.json'))) return start
  return findFolder(dirname(start))
}

/** The folder this package is installed in. */
const folder = findFolder(dirname(fileURLToPath(import.meta.url)))

/** The files of a new project, which are part of this package. */
export const templateFolder: string = join(folder, 'templates')

/** Reads the version of this package. */
export function readVersion(): string {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}
