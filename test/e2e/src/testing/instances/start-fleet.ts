import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@service/test-support'
import {
  type ServiceProcess,
  startServiceProcess,
} from '../../../../../apps/service/src/testing/service-process.js'

/** Several instances of the service, each a process on a port of its own. */
export interface Fleet {
  /** Where they listen, such as `127.0.0.1:3310`. */
  readonly addresses: readonly string[]
  /** Kills an instance, and starts it again a moment later. */
  replace(index: number): Promise<void>
  stop(): Promise<void>
}

/** How long an instance is away: long enough for requests to meet the gap. */
const awayMs = 300

export async function startFleet(
  size: number,
  variables: Readonly<Record<string, string>>,
): Promise<Fleet> {
  const ports = await Promise.all(Array.from({ length: size }, freePort))
  const start = (port: number) => startServiceProcess({ ...variables, SERVICE_PORT: String(port) })
  const processes: ServiceProcess[] = []
  for (const port of ports) processes.push(await start(port))
  return {
    addresses: ports.map(port => `127.0.0.1:${port}`),
    async replace(index) {
      await processes[index]?.kill()
      await sleep(awayMs)
      processes[index] = await start(ports[index] ?? 0)
    },
    async stop() {
      for (const running of processes) await running.kill()
    },
  }
}
