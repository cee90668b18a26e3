import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  type Administration,
  findShop,
  openAdministration,
} from '../../../../examples/store/dist/administration.js'
import type { ShopAccess } from '../../../../examples/store/dist/start-shop.js'
import { panelAgentProgram, storeProgram } from '../servers/folders.js'
import { startServer } from '../servers/start-server.js'

/** The service with its panel, the demo store, and an agent of a large table beside it. */
export interface RunningPanel {
  readonly access: ShopAccess
  /** A session of the service. */
  readonly cookie: string
  /** Addresses of the panel. */
  readonly ordersUrl: string
  readonly wideUrl: string
  stop(): Promise<void>
}

export async function startPanel(wideFile: string, logDir: string): Promise<RunningPanel> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-panel-'))
  const child = spawn(process.execPath, [storeProgram], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      SERVICE_DATA_DIR: dataDir,
      SERVICE_PORT: '0',
      AGENT_PORT: '0',
      SERVICE_RATE_LIMIT: '100000000',
    },
    // By the channel it ends with this process.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const stopStore = async () => {
    await end(child)
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await untilReady(child)
    const access: ShopAccess = JSON.parse(await readFile(join(dataDir, 'dev.json'), 'utf8'))
    const manager = await openAdministration(access.serviceUrl, access)
    const wide = await startWideAgent(manager, access, wideFile, logDir)
    const place = (environment: string) =>
      `${access.serviceUrl}/app/${access.projectName}/${environment}/Operations/data`
    return {
      access,
      cookie: manager.cookie,
      ordersUrl: `${place(access.environmentName)}/orders`,
      wideUrl: `${place(wide.environmentName)}/measurements`,
      async stop() {
        await wide.stop()
        await stopStore()
      },
    }
  } catch (error) {
    await stopStore()
    throw error
  }
}

async function startWideAgent(
  manager: Administration,
  access: ShopAccess,
  wideFile: string,
  logDir: string,
) {
  const { projectPath } = await findShop(manager, access.email)
  const environmentName = 'Measured'
  const { id, secret } = await manager.send<{ id: number; secret: string }>(
    'POST',
    `${projectPath}/environments`,
    { name: environmentName, kind: 'development' },
  )
  const server = await startServer(
    {
      name: 'panel-agent',
      args: [panelAgentProgram],
      env: {
        AUTH_SECRET: randomBytes(32).toString('hex'),
        ENV_SECRET: secret,
        SERVER_URL: access.serviceUrl,
        SCHEMA_FILE: join(logDir, 'panel-agent-schema.json'),
        DATABASE_FILE: wideFile,
      },
      firstPath: '/service/',
      headers: {},
    },
    logDir,
  )
  const agentUrl = `${server.base}/service`
  await manager.send('PATCH', `${projectPath}/environments/${id}`, { agentUrl, rights: 'open' })
  return { environmentName, stop: () => server.stop() }
}

/** It says how to stop it when everything runs. */
async function untilReady(child: ChildProcess): Promise<void> {
  const ended = once(child, 'close').then(([code]) => {
    throw new Error(`The demo store ended with ${code}.`)
  })
  const ready = new Promise<void>(resolve => {
    if (!child.stdout) return
    createInterface(child.stdout).on('line', line => {
      if (line.startsWith('Ctrl-C stops everything')) resolve()
    })
  })
  await Promise.race([ready, ended])
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return
  const gone = once(child, 'close')
  child.kill('SIGTERM')
  await gone
}
