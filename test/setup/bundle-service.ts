import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import type { TestProject } from 'vitest/node'
import { quickPasswordCost } from './aliases.js'
import { share } from './share.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The command line, and with it the service, in few files: it starts in half the time of a thousand. */
    serviceProgram: string
  }
}

const cli = fileURLToPath(new URL('../../apps/cli', import.meta.url))
const program = join(cli, 'dist/main.js')
/** What is loaded on demand has files of its own: to start the service, nothing of the agent is read. */
const names = { entryFileNames: 'bundled-main.js', chunkFileNames: 'bundled-[name].js' }
/** The embedded database and libsql find their own files beside their code; the others are loaded by some tests only. */
const external = [
  '@electric-sql/pglite',
  'pg-native',
  'libsql',
  'mysql2',
  'mongodb',
  'tedious',
  'amaro',
]

/** Bundles the built command line and what it imports, for tests that start it many times. */
export default async function bundleService(project: TestProject): Promise<() => Promise<void>> {
  const { made, release } = await share('bundle of the service', bundleOnce, async () => {})
  project.provide('serviceProgram', made)
  return release
}

async function bundleOnce(): Promise<string> {
  try {
    for (const { fileName, code } of await compile()) await write(join(cli, 'dist', fileName), code)
    return join(cli, 'dist', names.entryFileNames)
  } catch (error) {
    if (process.env.REQUIRE_ALL) throw error
    console.warn(`The service starts from its many files: ${error}`)
    return program
  }
}

/** Another run may be starting the file: it is replaced, never half written. */
async function write(file: string, code: string): Promise<void> {
  const draft = `${file}.${process.pid}`
  await writeFile(draft, code)
  await rename(draft, file)
}

/** The files are as deep as the modules that find the package of the service, or of the command line, from there. */
async function compile() {
  const bundle = await rolldown({
    input: program,
    platform: 'node',
    external,
    logLevel: 'silent',
    plugins: [useQuickPasswords],
  })
  const { output } = await bundle.generate(names)
  await bundle.close()
  return output.flatMap(file => (file.type === 'chunk' ? [file] : []))
}

const { find: slowCost, replacement: quickCost } = quickPasswordCost
const useQuickPasswords = {
  name: 'use-quick-passwords',
  resolveId: { filter: { id: slowCost }, handler: () => quickCost },
}
