import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedDatabase } from '@service/embedded-database'
import type { TestProject } from 'vitest/node'
import { share } from './share.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with a new embedded database. Copying it is much quicker than making another. */
    embeddedTemplate: string
  }
}

/** Makes one embedded database per run, for tests to copy. */
export default async function provideTemplate(project: TestProject): Promise<() => Promise<void>> {
  const { made, letGo } = await share('embedded template', make, folder =>
    rm(folder, { recursive: true, force: true }),
  )
  project.provide('embeddedTemplate', made)
  return letGo
}

async function make(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-template-'))
  const { close } = await openEmbeddedDatabase(folder)
  await close()
  return folder
}
