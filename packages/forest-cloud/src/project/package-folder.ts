import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// What is published are bundles: they do not lie where the sources do.
function findFolder(start: string): string {
  if (existsSync(join(start, 'package.json'))) return start
  return findFolder(dirname(start))
}

/** Where this package is installed. */
const folder = findFolder(dirname(fileURLToPath(import.meta.url)))

/** The files a project begins with; they come with this package. */
export const templateFolder: string = join(folder, 'templates')

/** Of this package. */
export function readVersion(): string {
  const manifest = readFileSync(join(folder, 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}
