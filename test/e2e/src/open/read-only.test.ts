import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isLongRun } from '@service/test-support'
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest'
import { testSecret } from '../../../../apps/service/src/testing/test-secret.js'
import { openMariaDb, openMongo, openPostgres, openSqlite, type World } from './open-world.js'
import { createDataFolder, type OpenProcess, removeFolder, startOpen } from './start-open.js'

const [postgresUrl, mariadbUrl, mongoUrl] = [
  inject('postgresUrl'),
  inject('mariadbUrl'),
  inject('mongoUrl'),
]

const databases: readonly (readonly [string, (() => Promise<World>) | undefined])[] = [
  ['PostgreSQL', postgresUrl ? () => openPostgres(postgresUrl) : undefined],
  // In the short run, PostgreSQL stands for the servers of SQL, and `process.test.ts` opens SQLite.
  ['MariaDB', mariadbUrl && isLongRun ? () => openMariaDb(mariadbUrl) : undefined],
  ['SQLite', isLongRun ? openSqlite : undefined],
  ['MongoDB', mongoUrl ? () => openMongo(mongoUrl) : undefined],
]

const refusal =
  'Nothing was changed: this agent only reads. Start it with --write to allow changes.'

let running: OpenProcess | undefined
afterEach(async () => {
  await running?.end('SIGKILL')
})

describe.each(databases)('open on %s', (_name, openWorld) => {
  let world: World | undefined
  afterAll(async () => world?.close())

  it.skipIf(!openWorld)(
    'shows its rows, refuses every change and leaves it as it was',
    async () => {
      world = await openWorld!()
      const before = await world.fingerprint()
      const folder = await createDataFolder(join(inject('embeddedTemplates'), 'keyed'), testSecret)
      running = await startOpen(folder, [world.address])
      expect(running.printed()).toContain('refused. Start it with --write to allow changes.')
      const { send, token } = await running.signIn()

      const list = await send('GET', '/customers?fields[customers]=name&sort=name')
      expect(list).toMatchObject({
        status: 200,
        body: { data: [{ attributes: { name: 'Ada' } }, { attributes: { name: 'Grace' } }] },
      })
      const csv = await fetch(
        `${running.agentUrl}/customers.csv?timezone=UTC&fields[customers]=name&header=name&filename=x`,
        { headers: { authorization: `Bearer ${token}` } },
      )
      expect((await csv.text()).split('\n').map(line => line.trim())).toContain('Ada')

      const record = { data: { type: 'customers', attributes: { name: 'Eve' } } }
      const links = { data: [{ type: 'orders', id: '3' }] }
      const writes = [
        await send('POST', '/customers', record),
        await send('PUT', `/customers/${world.id}`, { data: { ...record.data, id: world.id } }),
        await send('DELETE', `/customers/${world.id}`),
        await send('POST', `/customers/${world.id}/relationships/orders`, links),
        await send('DELETE', `/customers/${world.id}/relationships/orders?delete=true`, links),
        await send('POST', '/_actions/customers/0/anything', {}),
      ]
      for (const { status, body } of writes) {
        expect([status, body]).toMatchObject([403, { errors: [{ detail: refusal }] }])
      }

      const { body: schema } = await send('GET', '/_internal/schema')
      for (const { rights } of (schema as { collections: { rights: object }[] }).collections) {
        expect(rights).toMatchObject({ read: true, add: false, edit: false, delete: false })
      }
      expect(await running.end()).toBe(0)
      expect(await world.fingerprint()).toBe(before)
      expect((await stat(folder)).mode & 0o777).toBe(0o700)
      expect((await stat(join(folder, 'state.json'))).mode & 0o777).toBe(0o600)
      expect(await readFile(join(folder, 'state.json'), 'utf8')).not.toContain(world.address)
      await removeFolder(folder)
    },
  )
})
