import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithUs } from '../end-with-us.js'

/** What a configuration of `deploy` is changed to for a test. */
export interface ProxySettings {
  /** Which of them: hosts of their own, or paths of one host. */
  readonly layout: 'hosts' | 'paths'
  /** The port on 127.0.0.1 for https. */
  readonly port: number
  /** Where the instances of the service listen, such as `127.0.0.1:3310`. */
  readonly service: readonly string[]
  readonly agent: string
}

/** A reverse proxy as a process of the test's own. */
export interface RunningProxy {
  /** The certificate that clients must trust. */
  readonly ca: string
  /** What it logged about requests. */
  readLog(): Promise<string>
  /** Reads other settings; requests that run go on. */
  reload(change: Partial<Pick<ProxySettings, 'service' | 'agent'>>): Promise<void>
  stop(): Promise<void>
}

/** The hosts in the configurations. */
export const proxyHosts = {
  service: 'backoffice.example.com',
  agent: 'agent.example.com',
  shared: 'example.com',
} as const

/** Replaces texts that the configuration must have, all at once: what one puts in is never changed by another. */
export function adapt(
  text: string,
  changes: readonly (readonly [from: string, to: string])[],
): string {
  const missing = changes.find(([from]) => !text.includes(from))
  if (missing !== undefined) throw new Error(`The configuration has no '${missing[0]}'.`)
  const [first, ...rest] = changes
  if (first === undefined) return text
  const [from, to] = first
  return text
    .split(from)
    .map(part =>
      adapt(
        part,
        rest.filter(([other]) => part.includes(other)),
      ),
    )
    .join(to)
}

/** Starts a program and waits until it accepts connections. */
export async function startProgram(
  command: string,
  args: readonly string[],
  port: number,
  env: NodeJS.ProcessEnv = {},
): Promise<{ readonly child: ChildProcess; stop(): Promise<void> }> {
  const child = spawn(command, [...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endWithUs(child)
  const said: string[] = []
  child.stdout.on('data', text => said.push(String(text)))
  child.stderr.on('data', text => said.push(String(text)))
  const gone = once(child, 'exit')
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${command} ended: ${said.join('')}`)
    if (await accepts(port)) break
    await sleep(20)
  }
  return {
    child,
    async stop() {
      child.kill('SIGTERM')
      await gone
    },
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
