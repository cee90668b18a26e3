import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPostgresDatabase, isLongRun } from '@service/test-support'
import { inject } from 'vitest'
import type { Settings } from '../settings.js'
import { copyEmptyShop } from './copy-templates.js'

/** Where a shop keeps its data. */
export interface PreparedShop extends Pick<Settings, 'dataDir' | 'databaseUrl'> {
  remove(): Promise<void>
}

let prepared = 0

/** An empty database for a shop: on the server, where it is ready sooner; embedded without one and in the long rounds. */
export async function prepareShop(): Promise<PreparedShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-'))
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  const serverUrl = inject('postgresUrl')
  if (!serverUrl || isLongRun) {
    copyEmptyShop(inject('embeddedTemplates'), dataDir)
    return { dataDir, remove }
  }
  const { url, drop } = await createPostgresDatabase(
    serverUrl,
    `prepared_${process.pid}_${prepared++}`,
  )
  return {
    dataDir,
    databaseUrl: url,
    async remove() {
      await drop()
      await remove()
    },
  }
}
