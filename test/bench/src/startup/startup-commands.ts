import { forestCommand, writeForestSchema } from '../peers/forest.js'
import type { ServerCommand } from '../servers/start-server.js'
import { type Instance, limitCommand, oursCommand, writeSchemaFile } from '../targets/commands.js'
import { prepareForest, type TargetSetting } from '../targets/start-targets.js'
import type { TimedCommand } from './time-startups.js'

/** The targets whose start is timed, on ten tables and on three hundred. */
export async function startupCommands(
  targets: readonly string[],
  setting: TargetSetting,
): Promise<readonly TimedCommand[]> {
  const timed: TimedCommand[] = []
  for (const name of ['bench', 'bench300'] as const) {
    const instance = { database: { name, url: setting.server.url(name) } }
    for (const target of targets) {
      const command = await buildCommand(target, instance, setting)
      if (command) timed.push({ target, database: name, command })
    }
  }
  if (targets.includes('ours')) timed.push(await renamedCommand(setting))
  return timed
}

async function renamedCommand({ server, logDir }: TargetSetting): Promise<TimedCommand> {
  const database = { name: 'bench300', url: server.url('bench300') } as const
  const command = oursCommand({ database, variant: 'renamed' }, logDir)
  await writeSchemaFile(command, logDir)
  return { target: 'ours-renamed', database: database.name, command }
}

async function buildCommand(
  target: string,
  instance: Instance,
  setting: TargetSetting,
): Promise<ServerCommand | undefined> {
  if (target === 'limit-js') return limitCommand('js', instance)
  if (target === 'ours') {
    const command = oursCommand(instance, setting.logDir)
    await writeSchemaFile(command, setting.logDir)
    return command
  }
  if (target !== 'forest') return undefined
  const forest = await prepareForest(setting)
  await writeForestSchema(instance, forest)
  return forestCommand(instance, forest)
}
