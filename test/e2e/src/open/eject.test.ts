import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endWithUs, freePort, isLongRun } from '@service/test-support'
import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { testSecret } from '../../../../apps/service/src/testing/test-secret.js'
import { runCommand } from '../testing/open/run-command.js'
import {
  type AgentClient,
  createDataFolder,
  createFolder,
  removeFolder,
  signInAsAdministrator,
  startOpen,
} from './start-open.js'

const repository = fileURLToPath(new URL('../../../../', import.meta.url))
const compiler = join(repository, 'node_modules/typescript7/bin/tsc')
let folder: string
let data: string
let addresses: string[]

const customization = `import type { AgentCustomizer } from '@service/agent'
import { label } from './label.js'
import type { Schema } from './backoffice-schema.js'

export default (agent: AgentCustomizer<Schema>): void => {
  agent.customizeCollection('orders', orders =>
    orders
      .addField('label', {
        columnType: 'String',
        dependencies: ['id', 'total'],
        getValues: records => records.map(({ id, total }) => label(id, total)),
      })
      .addSegment('Large', { field: 'total', operator: 'GreaterThan', value: 15 }),
  )
}
`

/** What `open` writes beside the customization: the part that it uses. */
const schema = `export type Schema = {
  orders: { columns: { id: number; total: number }; toOne: object; toMany: object; maxDepth: 2 }
}
`

beforeAll(async () => {
  folder = await createFolder()
  data = await createDataFolder(join(inject('embeddedTemplates'), 'keyed'), testSecret)
  addresses = ['shop', 'crm'].map(name => join(folder, `${name}.db`))
  for (const [index, file] of addresses.entries()) {
    const database = new Libsql(file)
    database.exec('create table customers (id integer primary key, name text not null)')
    database.exec(`insert into customers values (1, 'Ada ${index}'), (2, 'Grace')`)
    if (index === 0) {
      database.exec('create table orders (id integer primary key, total integer not null)')
      database.exec('insert into orders values (1, 10), (2, 20)')
    }
    database.close()
  }
  await writeFile(join(folder, 'backoffice.ts'), customization)
  await writeFile(
    join(folder, 'label.ts'),
    "export const label = (id: number, total: number): string => ['#', id, ' of ', total].join('')\n",
  )
})
afterAll(async () => {
  await removeFolder(folder)
  await removeFolder(data)
})

/** What both applications are asked. */
async function askAll({ send }: AgentClient) {
  const customer = { data: { type: 'shop_customers', attributes: { name: 'Eve' } } }
  const { body } = await send('GET', '/_internal/schema')
  const { collections } = body as { collections: readonly object[] }
  return {
    shop: await send('GET', '/shop_customers?fields[shop_customers]=id,name&sort=id'),
    crm: await send('GET', '/crm_customers?fields[crm_customers]=id,name&sort=id'),
    one: await send('GET', '/shop_customers/1?fields[shop_customers]=id,name'),
    orders: await send('GET', '/orders?fields[orders]=id,total,label&sort=-total'),
    segment: await send('GET', '/orders/count?segment=Large'),
    unknown: await send('GET', '/nothing'),
    collections,
    refusal: (await send('POST', '/shop_customers', customer)).status,
  }
}

/** What `open` answers. The short run, which does not start it, knows the most of it. */
async function askOpen(options: readonly string[]): Promise<object> {
  const known = {
    shop: { status: 200, body: { data: [{ attributes: { name: 'Ada 0' } }, {}] } },
    crm: { status: 200, body: { data: [{ attributes: { name: 'Ada 1' } }, {}] } },
    one: { status: 200, body: { data: { attributes: { name: 'Ada 0' } } } },
    orders: { status: 200, body: { data: [{ attributes: { label: '#2 of 20' } }, {}] } },
    segment: { status: 200, body: { count: 1 } },
    unknown: { status: 404 },
    refusal: 403,
  }
  if (!isLongRun) {
    const file = join(data, 'state.json')
    const ports = { servicePort: await freePort(), agentPort: await freePort() }
    const state = { ...JSON.parse(await readFile(file, 'utf8')), ...ports }
    await writeFile(file, JSON.stringify(state))
    await writeFile(join(folder, 'backoffice-schema.ts'), schema)
    return known
  }
  const open = await startOpen(data, [...addresses, ...options])
  const answered = await askAll(await open.signIn())
  expect(answered).toMatchObject(known)
  expect(await open.end()).toBe(0)
  return answered
}

describe('eject', () => {
  it('writes an application that compiles and answers as open does', async () => {
    const options = ['--customize', join(folder, 'backoffice.ts')]
    const expected = await askOpen(options)

    const out = join(folder, 'application')
    const command = ['eject', ...addresses, ...options, '--data', data, '--out', out]
    expect(await runCommand(command)).toMatchObject({ code: 0 })
    expect((await stat(join(out, '.env'))).mode & 0o777).toBe(0o600)
    expect(await readFile(join(out, '.gitignore'), 'utf8')).toContain('.env\n')
    const { authSecret, envSecret } = JSON.parse(await readFile(join(data, 'state.json'), 'utf8'))
    for (const name of ['src/index.ts', 'README.md', '.env.example', 'package.json']) {
      const text = await readFile(join(out, name), 'utf8')
      for (const secret of [authSecret, envSecret, testSecret]) expect(text).not.toContain(secret)
    }

    await symlink(join(repository, 'node_modules'), join(out, 'node_modules'))
    const compiling = spawn(process.execPath, [compiler, '-p', out], { stdio: 'inherit' })
    expect((await once(compiling, 'exit'))[0]).toBe(0)
    const args = ['--liftoff-only', '--no-opt', '--env-file=.env', 'dist/index.js']
    const app = endWithUs(
      spawn(process.execPath, args, { cwd: out, env: { PATH: process.env.PATH } }),
    )
    app.stderr.pipe(process.stderr)
    const exited = once(app, 'exit')
    let printed = ''
    for await (const chunk of app.stdout) {
      printed += chunk
      if (/\/welcome\/\S+\n/.test(printed)) break
    }
    const answered = await askAll(await signInAsAdministrator(data))
    if (isLongRun) expect(answered).toEqual(expected)
    else expect(answered).toMatchObject(expected)
    app.kill('SIGINT')
    expect((await exited)[0]).toBe(0)
  }, 300_000)

  it('never overwrites a folder', async () => {
    expect(await runCommand(['eject', addresses[0] ?? '', '--out', folder])).toEqual({
      code: 1,
      printed: `backoffice: ${folder} is not empty. Give a new folder with --out.\n`,
    })
  })
})
