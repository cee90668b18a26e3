import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPglite } from '@service/test-support'
import { expect, it } from 'vitest'
import { createStoreAgent } from './agent.js'
import { createShopService } from './people.js'
import { tables } from './tables.js'
import { openWarehouse } from './warehouse.js'

const secrets = { authSecret: 'a'.repeat(64), envSecret: 'e'.repeat(64) }

it('the typings are those the agent writes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'typings-'))
  const connection = await createPglite()
  await connection.exec(tables)
  const databases = { shop: connection, warehouse: await openWarehouse(folder) }
  const typingsPath = join(folder, 'typings.ts')
  const schemaPath = join(folder, 'schema.json')
  const service = createShopService()
  const agent = createStoreAgent(databases, { ...secrets, service, schemaPath })
  try {
    await agent.updateTypesOnFileSystem(typingsPath, 2)
    const written = await readFile(typingsPath, 'utf8')
    // `vitest -u` brings the file up to date; quotes as the formatter of this repository likes them.
    await expect(written.replaceAll('"', "'")).toMatchFileSnapshot('typings.ts')
  } finally {
    await agent.stop()
    await connection.close()
    await rm(folder, { recursive: true, force: true })
  }
})
