import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createStoreAgent } from './agent.js'
import { openDatabases } from './databases.js'
import { createShopService } from './people.js'
import { prepareShop } from './testing/prepare-shop.js'

const secrets = { authSecret: 'a'.repeat(64), envSecret: 'e'.repeat(64) }

it('the typings are those the agent writes', async () => {
  const shop = await prepareShop()
  const databases = await openDatabases(shop)
  const typingsPath = join(shop.dataDir, 'typings.ts')
  const schemaPath = join(shop.dataDir, 'schema.json')
  const service = createShopService()
  const agent = createStoreAgent(databases, { ...secrets, service, schemaPath })
  try {
    await agent.updateTypesOnFileSystem(typingsPath, 2)
    const written = await readFile(typingsPath, 'utf8')
    // `vitest -u` brings the file up to date; quotes as the formatter of this repository likes them.
    await expect(written.replaceAll('"', "'")).toMatchFileSnapshot('typings.ts')
  } finally {
    await agent.stop()
    await databases.stop()
    await shop.remove()
  }
})
