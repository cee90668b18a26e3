import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** What a run compiles before its tests, see `build.ts`: what is found there is never older than its source. */
const source = /^((?:packages\/[^/]+|apps\/(?:service|cli)|test\/support)\/)src\/(.+)\.[jt]s$/

/** Set-ups that run while the rest is compiled. */
const runsBeforeBuild = /\/test\/setup\/(servers|build-panel)\.ts$/

/**
 * Tests import the build of the module that they name: Node loads it in a fraction of the time that Vite takes for the
 * source. What is not built, such as tests and what only they use, is loaded by Vite.
 */
export const importBuild: Plugin = {
  name: 'import-build',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!importer || !id.startsWith('.') || runsBeforeBuild.test(importer)) return undefined
    // A source imports sources: there is one instance of what it shares with them.
    if (findBuild(importer)) return undefined
    return findBuild(resolve(dirname(importer), id))
  },
}

/** The compiled file of a source, when there is one. */
function findBuild(file: string): string | undefined {
  const [, folder, module] = source.exec(file.slice(root.length)) ?? []
  if (!folder || !module) return undefined
  const built = join(root, folder, 'dist', `${module}.js`)
  const isSource = existsSync(join(root, folder, 'src', `${module}.ts`))
  return isSource && existsSync(built) ? built : undefined
}
