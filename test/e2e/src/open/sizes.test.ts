import { join } from 'node:path'
import { chooseRounds } from '@service/test-support'
import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { testSecret } from '../../../../apps/service/src/testing/test-secret.js'
import { createDataFolder, createFolder, removeFolder, startOpen } from './start-open.js'

let folder: string
beforeAll(async () => {
  folder = await createFolder()
})
afterAll(() => removeFolder(folder))

const many = chooseRounds(200, 1000)

describe.each([
  [0, '0 tables'],
  [many, `${many} tables`],
])('open on a database of %s tables', (count, printed) => {
  it('says how many there are, and serves them', async () => {
    const file = join(folder, `tables-${count}.db`)
    const database = new Libsql(file)
    // A file without tables is empty until something is written.
    database.exec('pragma user_version = 1')
    for (let index = 0; index < count; index++) {
      const parent = `t${Math.max(0, index - 1)}`
      database.exec(
        `create table t${index} (id integer primary key, name text, parent_id integer references ${parent} (id))`,
      )
    }
    database.close()
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
