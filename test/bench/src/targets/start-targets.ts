import { type BenchServer, copyDatabase } from '../data/bench-server.js'
import { adminjsCommand } from '../peers/adminjs.js'
import { directusHeaders, prepareDirectus } from '../peers/directus.js'
import { type ForestSetting, forestCommand, writeForestSchema } from '../peers/forest.js'
import { installPeer, type PeerName } from '../peers/install-peer.js'
import { type RunningServer, type ServerCommand, startServer } from '../servers/start-server.js'
import { adminjsRequests } from './adminjs-requests.js'
import { agentRequests, jsonRequests, oursRequests } from './agent-protocol.js'
import {
  type Instance,
  limitCommand,
  oursCommand,
  thisVersion,
  type Version,
  writeSchemaFile,
} from './commands.js'
import { directusRequests } from './directus-requests.js'
import { sessionHeaders } from './session-token.js'
import type { Target } from './target.js'

export interface TargetSetting {
  readonly server: BenchServer
  readonly serviceUrl: string
  readonly logDir: string
  progress(text: string): void
}

export type TargetName = 'limit-js' | 'limit-pg' | 'ours' | PeerName

/** Starts one target, installing and preparing it as needed. */
export async function startTarget(name: TargetName, setting: TargetSetting): Promise<Target> {
  setting.progress(`starting ${name}`)
  return starters[name](setting)
}

export async function stopTarget(target: Target): Promise<void> {
  const { server, emulationServer, jsonServer } = target
  await Promise.all([server, emulationServer, jsonServer].map(each => each?.stop()))
}

/** Installs the peer agent and writes the schema files its production mode asks for. */
export async function prepareForest(setting: TargetSetting): Promise<ForestSetting> {
  const folder = await installPeer('forest', setting.progress)
  return { folder, serviceUrl: setting.serviceUrl, dataDir: setting.logDir }
}

const starters: Readonly<Record<TargetName, (setting: TargetSetting) => Promise<Target>>> = {
  'limit-js': setting => startLimit('js', setting),
  'limit-pg': setting => startLimit('pg', setting),
  ours: setting => startVersion(thisVersion, setting),
  async forest(setting) {
    const forest = await prepareForest(setting)
    const instances = [false, true].map(isEmulated => ({
      database: getBenchDatabase(setting),
      isEmulated,
    }))
    for (const instance of instances) await writeForestSchema(instance, forest)
    const commands = instances.map(instance => forestCommand(instance, forest))
    return agentTarget('forest', await start(commands, setting))
  },
  async adminjs(setting) {
    const folder = await installPeer('adminjs', setting.progress)
    const [server] = await start([adminjsCommand(folder, setting.server.url('bench'))], setting)
    return {
      name: 'adminjs',
      headers: {},
      requests: adminjsRequests,
      server,
      isAgent: false,
      countRows: body => JSON.parse(body).records.length,
    }
  },
  async directus(setting) {
    const folder = await installPeer('directus', setting.progress)
    // Directus adds tables of its own: it gets a copy.
    await copyDatabase(setting.server, 'bench', 'bench_directus')
    const command = await prepareDirectus(folder, setting.server.url('bench_directus'))
    const [server] = await start([command], setting)
    return {
      name: 'directus',
      headers: directusHeaders,
      requests: directusRequests,
      server,
      isAgent: false,
      countRows: dataLength,
    }
  },
}

async function startLimit(variant: 'js' | 'pg', setting: TargetSetting): Promise<Target> {
  const [command, jsonCommand] = [getBenchDatabase, getJsonDatabase].map(chooseDatabase =>
    limitCommand(variant, { database: chooseDatabase(setting) }),
  ) as [ServerCommand, ServerCommand]
  const target = agentTarget(`limit-${variant}`, await start([command], setting))
  const [jsonServer] = await start([jsonCommand], setting)
  const requests = { ...agentRequests, ...jsonRequests }
  return { ...target, headers: {}, requests, jsonServer }
}

/** Our agent, in this version or an earlier one. */
export async function startVersion(version: Version, setting: TargetSetting): Promise<Target> {
  const database = getBenchDatabase(setting)
  const commands = [false, true].map(isEmulated =>
    oursCommand({ database, isEmulated, version }, setting.logDir),
  )
  for (const command of commands) await writeSchemaFile(command, setting.logDir)
  const requests = { ...agentRequests, ...jsonRequests, ...oursRequests }
  const target = agentTarget(version.name, await start(commands, setting))
  const jsonServer = await startOnJson({ database: getJsonDatabase(setting), version }, setting)
  return { ...target, requests, jsonServer }
}

/** Our agent on a database of JSON documents. */
export async function startOnJson(
  instance: Instance,
  { logDir }: TargetSetting,
): Promise<RunningServer> {
  const command = oursCommand(instance, logDir)
  await writeSchemaFile(command, logDir)
  return startServer(command, logDir)
}

export function agentTarget(name: string, [server, emulationServer]: Servers): Target {
  return {
    name,
    headers: sessionHeaders(),
    requests: agentRequests,
    server,
    emulationServer,
    isAgent: true,
    countRows: dataLength,
  }
}

type Servers = readonly [RunningServer, ...RunningServer[]]

async function start(
  [first, ...others]: readonly ServerCommand[],
  { logDir }: TargetSetting,
): Promise<Servers> {
  if (!first) throw new Error('A target needs a server.')
  const server = await startServer(first, logDir)
  const started: RunningServer[] = []
  for (const command of others) started.push(await startServer(command, logDir))
  return [server, ...started]
}

const dataLength = (body: string): number => JSON.parse(body).data.length

export const getBenchDatabase = ({ server }: TargetSetting) =>
  ({ name: 'bench', url: server.url('bench') }) as const

export const getJsonDatabase = ({ server }: TargetSetting): Instance['database'] => ({
  name: 'bench_json',
  url: server.url('bench_json'),
})
