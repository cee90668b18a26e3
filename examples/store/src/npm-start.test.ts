import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort, isLongRun, quickEmbedded } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ShopAccess } from './start-shop.js'
import { copyTemplates } from './testing/copy-templates.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))

const npmStart = ['npm', 'start'] as const
/** What npm starts once everything is built. */
const startAgain = isLongRun
  ? npmStart
  : ([process.execPath, 'examples/store/dist/main.js'] as const)

interface Started {
  readonly access: ShopAccess
  readonly output: () => string
  /** What Ctrl-C does: the signal reaches the whole group. Waits until nobody holds the output. */
  stop(): Promise<void>
}

type Command = readonly [program: string, argument: string]

function start([program, argument]: Command, environment: Readonly<Record<string, string>>) {
  let output = ''
  const child = spawn(program, [argument], {
    cwd: root,
    detached: true,
    env: {
      ...process.env,
      ...quickEmbedded,
      DEMO_DATABASE_URL: '',
      DATABASE_URL: 'postgres://127.0.0.1:1/theirs',
      ...environment,
    },
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (output += text))
  return { child, output: () => output }
}

type Ports = Readonly<Record<'SERVICE_PORT' | 'AGENT_PORT', string>>

async function startAll(command: Command, dataDir: string, ports: Ports): Promise<Started> {
  const { child, output } = start(command, { ...ports, SERVICE_DATA_DIR: dataDir })
  while (!output().includes('Ctrl-C stops everything')) {
    if (child.exitCode !== null) throw new Error(`npm start ended: ${output()}`)
    await sleep(50)
  }
  const access = JSON.parse(await readFile(join(dataDir, 'dev.json'), 'utf8'))
  return { access, output, stop: () => end(child) }
}

/** A data folder. Only in the long rounds it is empty: making databases takes seconds. */
async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'npm-start-'))
  if (!isLongRun) copyTemplates(inject('embeddedTemplates'), folder)
  return folder
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, 'close')
  process.kill(-(child.pid ?? 0), 'SIGINT')
  await gone
}

interface List {
  readonly hasMore: boolean
  readonly data: readonly { readonly id: string | number }[]
}

async function list({ access }: Started, path: string): Promise<List> {
  const response = await fetch(`${access.serviceUrl}/v1/project/${access.projectName}/${path}`, {
    headers: { authorization: `Bearer ${access.apiToken}` },
  })
  expect(response.status).toBe(200)
  return (await response.json()) as List
}

describe('npm start', () => {
  let dataDir: string
  let ports: Ports
  let first: Started

  beforeAll(async () => {
    dataDir = await makeDataDir()
    ports = { SERVICE_PORT: String(await freePort()), AGENT_PORT: String(await freePort()) }
    first = await startAll(npmStart, dataDir, ports)
  }, 240_000)

  afterAll(async () => {
    await first?.stop().catch(() => {})
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  })

  it('prints addresses, sign-in and token, and writes them for its owner alone', async () => {
    const { access } = first
    const { serviceUrl, agentUrl, mcpUrl, email, password } = access
    for (const text of [serviceUrl, agentUrl, mcpUrl, email, password]) {
      expect(first.output()).toContain(text)
    }
    expect(first.output()).toContain(access.apiToken)
    expect(first.output()).toContain(`${access.serviceUrl}/app/connect`)
    expect(first.output()).toContain('DATABASE_URL is set and left alone')
    expect(first.output()).toMatch(
      new RegExp(
        `are ready\\.\\n\\n  panel +${serviceUrl}/welcome/\\w+\\n.* later: ${serviceUrl}\\n`,
      ),
    )
    expect((await stat(join(dataDir, 'dev.json'))).mode & 0o777).toBe(0o600)
  })

  it('leads to the panel: by the link it prints first, and later by the sign-in', async () => {
    const { serviceUrl, email } = first.access
    const [link = ''] = /\S+\/welcome\/\w+/.exec(first.output()) ?? []
    expect(await (await fetch(link)).text()).toContain(`Continue as ${email}`)
    const page = await fetch(serviceUrl)
    expect([page.status, new URL(page.url).pathname]).toEqual([200, '/sign-in'])
    expect(new URL(page.url).searchParams.get('returnTo')).toBe('/app')
  })

  it('serves notes, activity logs and admin logs of the demo data to the token', async () => {
    const environment = `environment/${first.access.environmentName}`
    const notes = await list(first, `${environment}/notes?limit=100`)
    expect(notes.data).toHaveLength(62)
    const logs = await list(first, `${environment}/activity-logs?limit=100`)
    expect(logs).toMatchObject({ hasMore: true, data: { length: 100 } })
    const changes = await list(first, 'admin-logs?limit=100')
    expect(changes.data.at(-1)).toMatchObject({ resource: 'project', type: 'add' })
  })

  it('lets the agent and its manager in with what it wrote', async () => {
    const { agentUrl, sessionToken, serviceUrl, email, password } = first.access
    const headers = { authorization: `Bearer ${sessionToken}` }
    const orders = await fetch(`${agentUrl}/orders?timezone=UTC`, { headers })
    expect(orders.status).toBe(200)
    const session = await fetch(`${serviceUrl}/api/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    expect(session.status).toBe(201)
  })

  it('tells AI clients at the address it wrote where to begin', async () => {
    const { mcpUrl } = first.access
    const refused = await fetch(mcpUrl, { method: 'POST' })
    expect(refused.status).toBe(401)
    const challenge = refused.headers.get('www-authenticate') ?? ''
    const metadata = await fetch(/resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '')
    expect(await metadata.json()).toMatchObject({ resource: mcpUrl })
  })

  let newest: string | number | undefined

  it('lets go of everything when it is stopped', async () => {
    newest = (await list(first, 'admin-logs?limit=1')).data[0]?.id
    await first.stop()
    for (const database of ['database', 'store']) {
      expect(existsSync(join(dataDir, database, 'lock'))).toBe(false)
    }
    await expect(fetch(first.access.serviceUrl)).rejects.toThrow()
  })

  // Other tests start the shop and the service again, and read secrets and token a second time, each by itself.
  it.runIf(isLongRun)(
    'keeps data, password, token and secrets for the second start',
    async () => {
      const { serviceUrl: _, agentUrl: __, sessionToken: ___, ...kept } = first.access
      first = await startAll(npmStart, dataDir, ports)
      expect(first.access).toMatchObject(kept)
      // The link that the second start printed is the only change since.
      const changes = (await list(first, 'admin-logs?limit=2')).data
      expect(changes).toMatchObject([{ resource: 'welcome-link' }, { id: newest }])
      expect((await list(first, 'environment/Development/notes?limit=100')).data).toHaveLength(62)
    },
    240_000,
  )

  it('names the setting of a port that is in use', async () => {
    const blocker = createServer().listen(0, '127.0.0.1')
    await once(blocker, 'listening')
    const { port } = blocker.address() as { port: number }
    const folder = await makeDataDir()
    const { child, output } = start(startAgain, {
      SERVICE_PORT: String(port),
      AGENT_PORT: '0',
      SERVICE_DATA_DIR: folder,
    })
    const [code] = await once(child, 'close')
    blocker.close()
    await rm(folder, { recursive: true, force: true })
    expect(code).not.toBe(0)
    expect(output()).toContain(`Port ${port} is in use`)
    expect(output()).toContain('SERVICE_PORT')
  })
})
