import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The published package contains bundles, which are in another folder than the sources.
function findFolder(start: string): string {
  if (existsSync(join(start, 'package.json'))) return start
  return findFolder(dirname(start))
}

/** The folder this package is installed in. */
export const packageFolder: string = findFolder(dirname(fileURLToPath(import.meta.url)))
