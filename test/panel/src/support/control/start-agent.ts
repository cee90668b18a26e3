import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgent } from '@service/agent'
import type { Administration } from '../../../../../examples/store/src/administration.js'
import type { MakeData } from '../agents/agent-data.js'
import type { PanelPlace } from '../place.js'

export interface RunningAgent {
  readonly place: PanelPlace
  stop(): Promise<void>
}

interface Surroundings {
  readonly serviceUrl: string
  readonly projectName: string
  readonly projectPath: string
  readonly manager: Administration
}

/** Starts an agent in an environment of its own, where everybody may do everything. */
export async function startAgent(
  { serviceUrl, projectName, projectPath, manager }: Surroundings,
  environmentName: string,
  makeData: MakeData,
): Promise<RunningAgent | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'panel-agent-'))
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  const data = await makeData(folder)
  if (!data) {
    await removeFolder()
    return undefined
  }
  const environment = { name: environmentName, kind: 'development' }
  const made = await manager.send<{ id: number; secret: string }>(
    'POST',
    `${projectPath}/environments`,
    environment,
  )
  const agent = createAgent({
    authSecret: randomBytes(32).toString('hex'),
    envSecret: made.secret,
    serverUrl: serviceUrl,
    schemaPath: join(folder, 'schema.json'),
    loggerLevel: 'Error',
  })
  data.addTo(agent)
  const stop = async () => {
    await agent.stop()
    await data.close()
    await removeFolder()
  }
  try {
    await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
    // The service is at 127.0.0.1: to browsers this is another site.
    const agentUrl = `http://localhost:${agent.standaloneServerPort}/service`
    const environmentPath = `${projectPath}/environments/${made.id}`
    await manager.send('PATCH', environmentPath, { agentUrl, rights: 'open' })
    return { place: { agentUrl, projectName, environmentName, environmentPath }, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
