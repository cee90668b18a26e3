import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAgent } from '@service/agent'
import { createMemoryDataSource } from '@service/datasource-memory'
import { freePort, type ProxySettings, proxyHosts, type RunningProxy } from '@service/test-support'
import { type OpenProject, type OpenService, openProject } from '../../open-service.js'
import { openTestService } from '../open-test-service.js'
import { type EdgeClient, openEdge } from './edge-client.js'

/** A service and an agent behind a proxy. */
export interface Proxied {
  readonly service: OpenService
  readonly project: OpenProject
  readonly proxy: RunningProxy
  /** Where browsers reach the service and the agent. */
  readonly publicUrl: string
  readonly agentUrl: string
  /** Where the agent listens. */
  readonly agentAddress: string
  /** The owner's session, as a browser sends it to the service. */
  readonly owner: Readonly<Record<string, string>>
  /** A client of the service or the agent, at an IP address of this machine. */
  open(target: 'service' | 'agent', localAddress?: string): Promise<EdgeClient>
  close(): Promise<void>
}

export type StartProxy = (settings: ProxySettings) => Promise<RunningProxy>

/** Longer than a test: what arrives on a stream was not carried along by a heartbeat. */
const heartbeat = '30000'
const proxyAddress = '127.0.0.1'

export async function openProxied(
  start: StartProxy,
  layout: ProxySettings['layout'],
): Promise<Proxied> {
  const port = await freePort()
  const isShared = layout === 'paths'
  const hosts = {
    service: isShared ? proxyHosts.shared : proxyHosts.service,
    agent: isShared ? proxyHosts.shared : proxyHosts.agent,
  }
  const publicUrl = `https://${hosts.service}:${port}${isShared ? '/backoffice' : ''}`
  const prefix = isShared ? '/agent' : '/service'
  const agentUrl = `https://${hosts.agent}:${port}${prefix}`
  const service = await openTestService({
    SERVICE_PUBLIC_URL: publicUrl,
    SERVICE_TRUSTED_PROXIES: proxyAddress,
    SERVICE_EVENT_HEARTBEAT: heartbeat,
  })
  const folder = await mkdtemp(join(tmpdir(), 'proxied-'))
  const project = await openProject(service)
  const agent = createAgent({
    authSecret: 'a secret for tests, of 32 characters',
    envSecret: project.envSecret,
    serverUrl: service.url,
    schemaPath: join(folder, 'schema.json'),
    prefix,
    trustProxy: [proxyAddress],
    logger: () => {},
  })
  agent.addDataSource(createMemoryDataSource({ notes }))
  await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
  await project.setAgentUrl(agentUrl)
  const agentAddress = `127.0.0.1:${agent.standaloneServerPort}`
  const proxy = await start({
    layout,
    port,
    service: [new URL(service.url).host],
    agent: agentAddress,
  })
  const clients: EdgeClient[] = []
  return {
    ...{ service, project, proxy, publicUrl, agentUrl, agentAddress, owner: service.owner },
    async open(target, localAddress) {
      const client = await openEdge({ ca: proxy.ca, port, host: hosts[target], localAddress })
      clients.push(client)
      return client
    },
    async close() {
      for (const client of clients) client.close()
      await proxy.stop()
      await agent.stop()
      await service.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const notes = {
  columns: { id: { type: 'Number', isPrimaryKey: true }, text: 'String' },
  records: [{ id: 1, text: 'first' }],
} as const
