import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import type { TestProject } from 'vitest/node'
import { share } from './share.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The service as one file: it starts in half the time of a thousand. */
    serviceProgram: string
  }
}

const cli = fileURLToPath(new URL('../../apps/cli', import.meta.url))
const program = join(cli, 'dist/main.js')
/** As deep as the modules that find the package of the service, or of the command line, from where they are. */
const bundle = join(cli, 'dist/one-file.js')
/** Commands that need an agent and its drivers: what they import stays where it is. */
const agentCommands = /\/apps\/cli\/dist\/(open|eject)\//

/** Puts the built service and what it imports into one file, for tests that start it many times. */
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

const keepAgentCommands: Plugin = {
  name: 'keep-agent-commands',
  enforce: 'pre',
  async resolveId(source, importer) {
    if (!importer || !agentCommands.test(importer)) return null
    const found = await this.resolve(source, importer, { skipSelf: true })
    return found && { ...found, external: true }
  },
}

async function compile(): Promise<string> {
  const output = await build({
    root: cli,
    configFile: false,
    logLevel: 'error',
    plugins: [keepAgentCommands],
    // The embedded database finds its own files beside its code.
    ssr: { noExternal: true, external: ['@electric-sql/pglite', 'pg-native'] },
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
