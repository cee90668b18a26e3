import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FleetAgentSettings } from '../../fleet-agent.js'

const program = fileURLToPath(new URL('../../../dist/fleet-agent.js', import.meta.url))

/** Starts an agent as a process that trusts a certificate. Returns how to end it. */
export async function startFleetAgent(
  ca: string,
  settings: Omit<FleetAgentSettings, 'folder'>,
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-agent-'))
  const certificate = join(folder, 'ca.pem')
  await writeFile(certificate, ca)
  const child = fork(program, [JSON.stringify({ ...settings, folder })], {
    env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: certificate },
  })
  const exited = once(child, 'exit')
  const ready = await Promise.race([once(child, 'message'), exited.then(() => undefined)])
  if (!ready) throw new Error('The agent ended before it was ready.')
  return async () => {
    child.kill('SIGKILL')
    await exited
    await rm(folder, { recursive: true, force: true })
  }
}
