import { join } from 'node:path'
import { isLongRun } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { testSecret } from '../../../../apps/service/src/testing/test-secret.js'
import { createTables } from '../testing/open/create-tables.js'
import { createDataFolder, createFolder, removeFolder, startOpen } from './start-open.js'

let folder: string
beforeAll(async () => {
  folder = await createFolder()
})
afterAll(() => removeFolder(folder))

// In the short run, `read-only.test.ts` opens files of no and of many tables beside the servers.
describe.runIf(isLongRun).each([
  [0, '0 tables'],
  [1000, '1000 tables'],
])('open on a database of %s tables', (count, printed) => {
  it('says how many there are, and serves them', async () => {
    const file = createTables(folder, count)
    const data = await createDataFolder(join(inject('embeddedTemplates'), 'keyed'), testSecret)
    const open = await startOpen(data, [file])
    expect(open.printed()).toContain(printed)
    const { send } = await open.signIn()
    const { status, body } = await send('GET', '/_internal/schema')
    expect([status, (body as { collections: unknown[] }).collections.length]).toEqual([200, count])
    expect(await open.end()).toBe(0)
    await removeFolder(data)
  })
})
