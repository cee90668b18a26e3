import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The service as one file: it starts in half the time of a thousand. */
    serviceProgram: string
  }
}

const service = fileURLToPath(new URL('../../apps/service', import.meta.url))
/** As deep as the entry it is made of, which finds its package from there. */
const bundle = join(service, 'dist/one-file/main.js')

/** Puts the built service and what it imports into one file, for tests that start it many times. */
export default async function bundleService(project: TestProject): Promise<void> {
  await mkdir(dirname(bundle), { recursive: true })
  // Another run may be starting the file: it is replaced, never half written.
  const draft = `${bundle}.${process.pid}`
  await writeFile(draft, await compile())
  await rename(draft, bundle)
  project.provide('serviceProgram', bundle)
}

async function compile(): Promise<string> {
  const output = await build({
    root: service,
    configFile: false,
    logLevel: 'error',
    // The embedded database finds its own files beside its code.
    ssr: { noExternal: true, external: ['@electric-sql/pglite', 'pg-native'] },
    build: {
      ssr: 'dist/main.js',
      write: false,
      minify: false,
      target: 'node20',
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const files = 'output' in output ? output.output : []
  const [program, ...others] = files
  if (program?.type !== 'chunk' || others.length > 0) {
    throw new Error(`The service was to become one file, not ${files.length}.`)
  }
  return program.code
}
