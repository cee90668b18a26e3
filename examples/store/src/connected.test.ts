import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isLongRun } from '@service/test-support'
import { afterAll, describe, inject } from 'vitest'
import { type RunningShop, startShop } from './start-shop.js'
import { copyTemplates } from './testing/copy-templates.js'
import { describeConnected } from './testing/describe-connected.js'

// In the short run `start-shop.test.ts` has the same tests, of the shop on PostgreSQL that it starts.
const isChosen = isLongRun || !inject('postgresUrl')

describe.runIf(isChosen)('the shop connected to its service', () => {
  let dataDir: string
  let shop: RunningShop | undefined

  describeConnected(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'connected-'))
    copyTemplates(inject('embeddedTemplates'), dataDir)
    shop = await startShop({ servicePort: 0, agentPort: 0, dataDir })
    return shop
  })

  afterAll(async () => {
    await shop?.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })
})
