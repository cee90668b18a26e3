import { startServer } from '../servers/start-server.js'
import type { TargetSetting } from '../targets/start-targets.js'
import type { Requests, Target } from '../targets/target.js'
import { notesPath, tokenHeaders } from './access.js'
import { serviceCommand, serviceLimitCommand } from './commands.js'
import { DATABASE, ensureNotes } from './fill-notes.js'

const requests: Requests = {
  notes10: () => ({ path: notesPath }),
  notes100: () => ({ path: `${notesPath}?limit=100` }),
}

/** Makes the data when they are missing, then starts the limit and the service on them. */
export async function startServiceTargets(
  { server, logDir, progress }: TargetSetting,
  notes: number,
): Promise<{ readonly limit: Target; readonly ours: Target }> {
  const command = serviceCommand(server.url(DATABASE), logDir)
  await ensureNotes(server, notes, () => migrate(), progress)
  progress('starting the service and its limit')
  const limitServer = await startServer(serviceLimitCommand(server.url(DATABASE)), logDir)
  const limit = createTarget('limit-js', limitServer)
  try {
    return { limit, ours: createTarget('ours', await startServer(command, logDir)) }
  } catch (error) {
    await limitServer.stop()
    throw error
  }

  /** The service makes its tables when it starts. */
  async function migrate(): Promise<void> {
    const first = await startServer({ ...command, firstPath: '/readyz' }, logDir)
    await first.stop()
  }
}

function createTarget(name: string, server: Target['server']): Target {
  return {
    name,
    headers: tokenHeaders,
    requests,
    server,
    isAgent: true,
    countRows: body => JSON.parse(body).data.length,
  }
}
