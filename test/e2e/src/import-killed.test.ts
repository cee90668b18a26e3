import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ImportChunk, ImportedRow, ImportResult } from '@service/protocol'
import { endWithUs, freePort, isLongRun } from '@service/test-support'
import Database from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportAgentSettings } from './import-agent.js'
import { type OpenService, openProject } from './open-service.js'
import { signInAtAgent } from './sign-in-at-agent.js'
import { openTestService } from './testing/open-test-service.js'

const program = fileURLToPath(new URL('../dist/import-agent.js', import.meta.url))
const rights = { defaults: { browse: true, read: true, add: true, edit: true }, collections: {} }

let service: OpenService
let settings: ImportAgentSettings
let database: InstanceType<typeof Database>
let url: string
let token: string
let child: ChildProcess | undefined

beforeAll(async () => {
  service = await openTestService()
  const project = await openProject(service)
  const [roleId] = project.roleIds
  await project.setRights(roleId, rights)
  const folder = await mkdtemp(join(tmpdir(), 'import-'))
  database = new Database(join(folder, 'people.sqlite'))
  for (const table of ['watched', 'plain']) {
    database.exec(
      `create table ${table} (id integer primary key autoincrement, reference text unique, name text)`,
    )
  }
  const port = await freePort()
  settings = { folder, port, serverUrl: service.url, envSecret: project.envSecret }
  url = `http://127.0.0.1:${port}/service`
  await project.setAgentUrl(url)
  await startAgent()
  const person = await project.join('ada', roleId)
  token = (await signInAtAgent(url, project.renderingId, person)).token
})
afterAll(async () => {
  child?.kill('SIGKILL')
  database?.close()
  await service?.close()
  if (settings) await rm(settings.folder, { recursive: true, force: true })
})

async function startAgent(): Promise<void> {
  const started = endWithUs(fork(program, [JSON.stringify(settings)], { silent: true }))
  const said: string[] = []
  started.stderr?.on('data', text => said.push(String(text)))
  const ended = once(started, 'close').then(([code]) => {
    throw new Error(`The agent ended with ${code}: ${said.join('')}`)
  })
  await Promise.race([once(started, 'message'), ended])
  ended.catch(() => {})
  child = started
}

/** Sends a chunk until it is answered; whenever the agent was killed, it is started again. */
async function send(collection: string, chunk: ImportChunk): Promise<readonly ImportedRow[]> {
  for (let kills = 0; kills < 10; kills += 1) {
    const response = await fetch(`${url}/${collection}/_import?timezone=UTC`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(chunk),
    }).catch(() => undefined)
    if (response?.status === 200) return ((await response.json()) as ImportResult).rows
    if (response) throw new Error(`${response.status}: ${await response.text()}`)
    if (child?.exitCode === null && child.signalCode === null) await once(child, 'exit')
    expect(child?.signalCode).toBe('SIGKILL')
    await startAgent()
  }
  throw new Error('The agent was killed too often.')
}

const readNames = (table: string, prefix: string): readonly string[] =>
  database
    .prepare(`select name from ${table} where reference like ? order by id`)
    .all(`${prefix}-%`)
    .map(row => (row as { name: string }).name)

const names = [
  ...Array.from({ length: 5 }, (_, index) => `first ${index}`),
  'dies before',
  'between',
  'dies after',
  ...Array.from({ length: 5 }, (_, index) => `last ${index}`),
]

/** With a key, the short run ends the agent once: after the write that it has not recorded. */
const keyedNames = isLongRun ? names : names.filter(name => name !== 'dies before')

const buildRows = (prefix: string, chosen = names) =>
  chosen.map((name, index) => ({
    reference: `${prefix}-${index}`,
    name: name.startsWith('dies') ? `${name} ${prefix}` : name,
  }))

/** Chunks of 500 rows. */
const chunks = 20
/** By chunk: after how many milliseconds the agent is killed. */
const kills = new Map([
  [1, 1],
  [4, 25],
  [8, 10],
  [12, 25],
  [17, 50],
])

describe('an import whose agent is killed', () => {
  it('goes on: with a key, every row is written once', async () => {
    const rows = buildRows('keyed', keyedNames)
    const chunk = { mode: 'create', importId: 'import-keyed', key: ['reference'], rows } as const
    const results = await send('watched', { ...chunk, chunk: 0 })
    expect(results.map(({ action }) => action)).toEqual(rows.map(() => 'created'))
    expect(readNames('watched', 'keyed')).toEqual(rows.map(({ name }) => name))
    // What was answered before the next kill is answered again.
    expect(await send('watched', { ...chunk, chunk: 0 })).toEqual(results)
  })

  it('tells exactly which rows may be there, when there is no key', async () => {
    const rows = buildRows('bare')
    const chunk = { mode: 'create', importId: 'import-bare', chunk: 0, rows } as const
    const results = await send('watched', chunk)
    const uncertain = results.filter(({ isUncertain }) => isUncertain)
    expect(uncertain.map(({ index }) => rows[index]?.name)).toEqual([
      'dies before bare',
      'dies after bare',
    ])
    const created = results.flatMap(({ action, index }) => (action ? [rows[index]?.name] : []))
    expect(created).toHaveLength(rows.length - 2)
    // One of the two had been written, and nothing was written twice.
    expect(readNames('watched', 'bare')).toEqual(
      rows.map(({ name }) => name).filter(name => !name.startsWith('dies before')),
    )
    expect(await send('watched', chunk)).toEqual(results)
  })

  // The imports above are killed where most can go wrong.
  it.runIf(isLongRun)(`writes ${chunks * 500} rows once, whenever it is killed`, async () => {
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      const rows = Array.from({ length: 500 }, (_, index) => ({
        reference: `plain-${chunk * 500 + index}`,
        name: `Person ${chunk * 500 + index}`,
      }))
      const after = kills.get(chunk)
      if (after !== undefined) setTimeout(() => child?.kill('SIGKILL'), after)
      const results = await send('plain', {
        ...{ mode: 'create', importId: 'import-plain', key: ['reference'], chunk, rows },
      })
      expect(results.filter(({ action }) => action === 'created')).toHaveLength(500)
    }
    const written = readNames('plain', 'plain')
    expect(written).toHaveLength(chunks * 500)
    expect(new Set(written).size).toBe(chunks * 500)
  })
})
