import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { inject } from 'vitest'
import { type Config, variableNames } from '../config.js'

/** It lives for a second: code that is not optimised is ready sooner. */
const flags = ['--liftoff-only', '--no-opt']

export interface ServiceProcess {
  readonly url: string
  readonly child: ChildProcess
  /** SIGKILL, and waits until the process is gone. */
  kill(): Promise<void>
}

/**
 * Starts `backoffice up` as a process of its own and waits until it says where it listens. `program` is the file of
 * another version.
 */
export async function startServiceProcess(
  variables: Readonly<Record<string, string>>,
  program = inject('serviceProgram'),
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [...flags, program, 'up'], {
    env: { PATH: process.env.PATH, SERVICE_PORT: '0', ...variables },
    // By the channel it ends with this process, also when that is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const errors: string[] = []
  child.stderr?.on('data', text => errors.push(String(text)))
  const exited = once(child, 'exit')
  const url = await Promise.race([
    firstUrl(child),
    exited.then(([code]) => {
      throw new Error(`The service ended with ${code}: ${errors.join('')}`)
    }),
  ])
  return {
    url,
    child,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** The first address the service prints or logs. */
async function firstUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The service has no output.')
  for await (const line of createInterface(child.stdout)) {
    const found = /https?:\/\/127\.0\.0\.1:\d+/.exec(line)
    if (!found) continue
    child.stdout.resume()
    return found[0]
  }
  // The output ended, so the process ends too and tells why.
  return new Promise(() => {})
}

/** The variables of a service on the store of a configuration. */
export function toVariables(config: Config): Record<string, string> {
  return {
    [variableNames.dataDir]: config.dataDir,
    [variableNames.secret]: config.secret ?? '',
    [variableNames.rateLimit]: '100000000',
    ...(config.databaseUrl && { [variableNames.databaseUrl]: config.databaseUrl }),
    ...(config.panelDir && { [variableNames.panelDir]: config.panelDir }),
  }
}
