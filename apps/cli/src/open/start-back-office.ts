import { join } from 'node:path'
import { type Agent, createAgent } from '@service/agent'
import { type OwnProject, startOwnProject } from '@service/service'
import type { CommandIo } from '@service/service/cli'
import { choosePort } from './choose-port.js'
import type { Customization } from './customize/use-customization.js'
import type { DataFolder } from './data-folder.js'
import { createAgentLog } from './log-agent.js'
import type { OpenSource } from './open-sources.js'
import { renameTables } from './rename-tables.js'

export interface BackOfficeSettings {
  readonly sources: readonly OpenSource[]
  readonly folder: DataFolder
  readonly write: boolean
  /** The port of the panel. Optional: that of the last start, when it is free. */
  readonly port?: number
  readonly customization?: Customization
}

/** Service, panel, agent and MCP in this process. */
export interface BackOffice {
  readonly url: string
  readonly mcpUrl: string
  /** Signs the administrator in, once within ten minutes. */
  readonly welcomeUrl: string
  stop(): Promise<void>
}

/** Said with each refusal of a change. */
export const allowChanges = 'Start it with --write to allow changes.'

/** Starts the service, then the agent that obeys it; when one cannot start, neither stays. */
export async function startBackOffice(
  settings: BackOfficeSettings,
  io: CommandIo,
): Promise<BackOffice> {
  const { folder, port, customization } = settings
  const servicePort = await choosePort(port ?? folder.state.servicePort, port !== undefined)
  const agentPort = await choosePort(folder.state.agentPort, false)
  await folder.save({ ...folder.state, servicePort, agentPort })
  io.errors.write(folder.isNew ? 'Making the back office …\n' : 'Starting the back office …\n')
  const origin = `http://127.0.0.1:${agentPort}`
  const service = await startService(folder, servicePort, `${origin}/service`, io)
  const log = createAgentLog(io)
  const agent = createBackOfficeAgent(settings, service.url, log.logger)
  try {
    await agent.mountOnStandaloneServer(agentPort, '127.0.0.1').start()
  } catch (error) {
    await service.stop()
    throw error
  }
  log.started()
  customization?.follow(agent, message => io.errors.write(`${message}\n`))
  return {
    url: service.url,
    mcpUrl: `${origin}/mcp`,
    welcomeUrl: await service.createLink(),
    async stop() {
      customization?.close()
      await agent.stop()
      await service.stop()
    },
  }
}

function startService(
  { path, state }: DataFolder,
  port: number,
  agentUrl: string,
  { environment }: CommandIo,
): Promise<OwnProject> {
  const { projectName, adminEmail, adminPassword, envSecret, serviceSecret } = state
  return startOwnProject({
    ...{ projectName, adminEmail, adminPassword, envSecret, agentUrl, port },
    dataDir: path,
    secret: serviceSecret,
    logLevel: environment.SERVICE_LOG_LEVEL ?? 'error',
    panelDir: environment.SERVICE_PANEL_DIR,
  })
}

function createBackOfficeAgent(
  { sources, folder, write, customization }: BackOfficeSettings,
  serverUrl: string,
  logger: NonNullable<Parameters<typeof createAgent>[0]['logger']>,
): Agent {
  const { authSecret, envSecret } = folder.state
  const agent = createAgent({
    ...{ authSecret, envSecret, serverUrl, logger },
    schemaPath: join(folder.path, 'schema.json'),
    ...(customization && { typingsPath: customization.typingsPath }),
    ...(!write && { readOnly: allowChanges }),
  })
  const renames = renameTables(sources)
  for (const [index, { factory }] of sources.entries()) {
    agent.addDataSource(factory, { rename: renames[index] ?? {} })
  }
  customization?.apply(agent)
  return agent.mountAiMcpServer()
}
