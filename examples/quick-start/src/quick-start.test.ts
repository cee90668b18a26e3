import { join } from 'node:path'
import { copyEmbeddedData, isLongRun } from '@service/test-support'
import { expect, inject, it } from 'vitest'
import { runQuickStart } from './main.js'

it('serves the books of the quick start to whom the service signed in', async () => {
  // Only in the long rounds it begins with an empty folder: making a database takes seconds.
  const prepare = (serviceFolder: string) =>
    copyEmbeddedData(join(inject('embeddedTemplates'), 'migrated'), serviceFolder)
  await expect(runQuickStart(isLongRun ? undefined : prepare)).resolves.toBeUndefined()
}, 240_000)
