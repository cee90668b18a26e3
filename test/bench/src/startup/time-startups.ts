import { median } from '../driver/median.js'
import { residentMb } from '../driver/memory.js'
import { processorMs } from '../driver/processor.js'
import type { Startup } from '../report/results.js'
import { type ServerCommand, startServer } from '../servers/start-server.js'

export interface TimedCommand {
  readonly target: string
  readonly database: string
  readonly command: ServerCommand
}

/** Starts and stops each command for some rounds, in turn; answers the medians. */
export async function timeStartups(
  commands: readonly TimedCommand[],
  setting: { readonly rounds: number; readonly logDir: string; progress(text: string): void },
): Promise<readonly Startup[]> {
  const found = commands.map(({ target, database }) => ({ target, database, all: [] as Start[] }))
  for (let round = 1; round <= setting.rounds; round++) {
    for (const [i, { command }] of commands.entries()) {
      setting.progress(`start-up, round ${round}/${setting.rounds}, ${command.name}`)
      found[i]?.all.push(await timeStart(command, setting.logDir))
    }
  }
  return found.map(({ target, database, all }) => ({
    target,
    database,
    readyMs: median(all.map(start => start.readyMs)) ?? Number.NaN,
    serverCpuMs: median(all.map(start => start.serverCpuMs)),
    memoryMb: median(all.map(start => start.memoryMb)),
  }))
}

type Start = Omit<Startup, 'target' | 'database'>

async function timeStart(command: ServerCommand, logDir: string): Promise<Start> {
  const server = await startServer(command, logDir)
  try {
    return {
      readyMs: server.readyMs,
      serverCpuMs: processorMs(server.pid),
      memoryMb: residentMb(server.pid, 'now'),
    }
  } finally {
    await server.stop()
  }
}
