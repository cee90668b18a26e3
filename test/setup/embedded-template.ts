import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedDatabase } from '@service/embedded-database'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with a new embedded database. Copying it is much quicker than making another. */
    embeddedTemplate: string
  }
}

/** Makes one embedded database per run, for tests to copy. */
export default async function makeTemplate(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'embedded-template-'))
  const { close } = await openEmbeddedDatabase(folder)
  await close()
  project.provide('embeddedTemplate', folder)
  return () => rm(folder, { recursive: true, force: true })
}
