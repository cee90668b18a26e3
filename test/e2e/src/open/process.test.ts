import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { testSecret } from '../../../../apps/service/src/testing/test-secret.js'
import { ask, signInByPassword } from '../ask.js'
import { runCommand } from '../testing/open/run-command.js'
import {
  createAgentClient,
  createDataFolder,
  createFolder,
  type OpenProcess,
  removeFolder,
  startOpen,
} from './start-open.js'

/** Several processes start one after the other. */
const PATIENT = 300_000

let folder: string
let file: string
let data: string
let address: string
let running: OpenProcess | undefined

beforeAll(async () => {
  folder = await createFolder()
  file = join(folder, 'backoffice.ts')
  data = await createDataFolder(join(inject('embeddedTemplates'), 'keyed'), testSecret)
  address = join(folder, 'shop.db')
  const database = new Libsql(address)
  database.exec('create table orders (id integer primary key, total integer not null)')
  database.exec('insert into orders values (1, 10), (2, 20)')
  database.close()
})
afterAll(async () => {
  await running?.end('SIGKILL')
  await removeFolder(data)
  await removeFolder(folder)
})

const readState = async () => JSON.parse(await readFile(join(data, 'state.json'), 'utf8'))

describe('the process of open', () => {
  it(
    'writes with --write, runs once per folder, and keeps everything for a start with a customization file',
    async () => {
      running = await startOpen(data, [address, '--write'])
      expect(running.printed()).toContain('changes    allowed')
      const { send, token } = await running.signIn()
      const attributes = { total: 30 }
      const created = await send('POST', '/orders', { data: { type: 'orders', attributes } })
      expect(created).toMatchObject({ status: 200, body: { data: { attributes } } })
      const { adminEmail, adminPassword } = await readState()
      const signed = await signInByPassword(running.serviceUrl, adminEmail, adminPassword)
      const projects = () =>
        ask<{ data: { id: number; name: string }[] }>(
          running!.serviceUrl,
          'GET',
          '/api/projects',
          signed,
        )
      const [project] = (await projects()).data
      await ask(running.serviceUrl, 'PATCH', `/api/projects/${project?.id}`, signed, {
        name: 'Mine',
      })

      const second = await runCommand(['open', '--data', data, address])
      expect(second.code).toBe(1)
      expect(second.printed).toContain(`This back office runs already at ${running.serviceUrl}. `)

      expect(await running.end('SIGTERM')).toBe(0)
      const { agentUrl, serviceUrl } = running
      await writeCustomization("orders.renameField('total', 'first')")
      running = await startOpen(data, [address, '--customize', file])
      expect([running.agentUrl, running.serviceUrl]).toEqual([agentUrl, serviceUrl])
      expect((await projects()).data).toMatchObject([{ id: project?.id, name: 'Mine' }])
      const later = createAgentClient(running.agentUrl, token)
      expect((await later.send('GET', '/orders/count')).body).toEqual({ count: 3 })
      expect((await later.send('DELETE', '/orders/3')).status).toBe(403)
      const welcome = await fetch(running.welcomeUrl)
      expect([welcome.status, welcome.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining('text/html'),
      ])
      expect(await readFile(join(folder, 'backoffice-schema.ts'), 'utf8')).toContain(
        'total: number',
      )
    },
    PATIENT,
  )

  it(
    'uses the customization file again when it changes, and the one before while it has an error',
    async () => {
      if (!running) throw new Error('The process of the test before is missing.')
      const { send } = await running.signIn()
      const readNames = async () => {
        const { body } = await send('GET', '/orders/1')
        return Object.keys((body as { data: { attributes: object } }).data.attributes).sort()
      }
      expect(await readNames()).toEqual(['first', 'id'])

      await writeCustomization("orders.renameField('total', 'second')")
      await expect.poll(readNames).toEqual(['id', 'second'])
      await writeCustomization("orders.renameField('totl', 'third')")
      await expect.poll(running.printed).toContain(`No field 'totl' on 'orders'`)
      expect(running.printed()).toContain(`${file}:3:`)
      expect(await readNames()).toEqual(['id', 'second'])
      await writeCustomization('orders.renameField(')
      await expect
        .poll(running.printed)
        .toContain('has an error; the version before it stays in use')
      expect(running.printed()).toMatch(new RegExp(`at ${file}:\\d`))
      expect(await readNames()).toEqual(['id', 'second'])
      await writeCustomization("orders.renameField('total', 'fourth')")
      await expect.poll(readNames).toEqual(['fourth', 'id'])
      expect(await running.end()).toBe(0)
    },
    PATIENT,
  )
})

const writeCustomization = (body: string) =>
  writeFile(
    file,
    `export default (agent: any): void => {\n  agent.customizeCollection('orders', (orders: any) =>\n    ${body},\n  )\n}\n`,
  )
