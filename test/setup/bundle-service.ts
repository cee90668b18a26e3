import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'
import { quickPasswordCost } from './aliases.js'
import { share } from './share.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The command line, and with it the service, as one file: it starts in half the time of a thousand. */
    serviceProgram: string
  }
}

const cli = fileURLToPath(new URL('../../apps/cli', import.meta.url))
const program = join(cli, 'dist/main.js')
/** As deep as the modules that find the package of the service, or of the command line, from where they are. */
const bundle = join(cli, 'dist/one-file.js')
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

/** Puts the built command line and what it imports into one file, for tests that start it many times. */
export default async function bundleService(project: TestProject): Promise<() => Promise<void>> {
  const { made, release } = await share('bundle of the service', bundleOnce, async () => {})
  project.provide('serviceProgram', made)
  return release
}

async function bundleOnce(): Promise<string> {
  try {
    await write(await compile())
    return bundle
  } catch (error) {
    if (process.env.REQUIRE_ALL) throw error
    console.warn(`The service starts from its many files: ${error}`)
    return program
  }
}

/** Another run may be starting the file: it is replaced, never half written. */
async function write(code: string): Promise<void> {
  const draft = `${bundle}.${process.pid}`
  await writeFile(draft, code)
  await rename(draft, bundle)
}

async function compile(): Promise<string> {
  const output = await build({
    root: cli,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: [quickPasswordCost] },
    ssr: { noExternal: true, external },
    build: {
      ssr: program,
      write: false,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const files = 'output' in output ? output.output : []
  const [chunk, ...others] = files
  if (chunk?.type !== 'chunk' || others.length > 0) {
    throw new Error(`The service was to become one file, not ${files.length}.`)
  }
  return chunk.code
}
