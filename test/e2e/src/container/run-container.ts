import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithUs } from '@service/test-support'
import type { ImageConfig } from './image-store.js'

/** How a container is run: as a platform team would, with nothing that it does not need. */
export interface ContainerOptions {
  /** The files of the image. */
  readonly root: string
  readonly image: ImageConfig
  /** Folders or files of this machine by their path in the container. */
  readonly mounts: Readonly<Record<string, string>>
  readonly variables: Readonly<Record<string, string>>
  /** Instead of the command of the image. */
  readonly command?: readonly string[]
}

export interface RunningContainer {
  /** What it printed so far. */
  readonly output: () => string
  /** The exit code of a command that is run inside, such as the health check. */
  run(command: readonly string[]): Promise<number>
  kill(signal: string): Promise<void>
  /** Resolves with the exit code once the container has ended. */
  readonly ended: Promise<number>
}

// crun refuses a machine that has both generations of control groups; here none is needed.
const CRUN = 'umount /sys/fs/cgroup/unified 2>/dev/null; exec crun --cgroup-manager=disabled "$@"'

/**
 * Runs a container with crun: as the user of the image, with a read-only root, a /tmp of its own, no capabilities
 * and no way to gain privileges. It shares the network of this machine, of which tests use the loopback.
 */
export async function runContainer(options: ContainerOptions): Promise<RunningContainer> {
  const folder = await mkdtemp(join(tmpdir(), 'container-'))
  await writeFile(join(folder, 'config.json'), JSON.stringify(describeContainer(options)))
  const id = `test-${randomUUID()}`
  const crun = (verb: string, ...args: readonly string[]) => {
    const all = ['--root', join(folder, 'state'), verb, ...args]
    return spawn('unshare', ['--mount', 'sh', '-c', CRUN, 'crun', ...all])
  }
  const child = crun('run', '--bundle', folder, id)
  endWithUs(child, 'SIGINT')
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => said.push(`${text}`))
  return {
    output: () => said.join(''),
    run: command => waitForExit(crun('exec', id, ...command)),
    async kill(signal) {
      const code = await waitForExit(crun('kill', id, signal))
      if (code !== 0) throw new Error(`crun kill ended with ${code}.`)
    },
    ended: waitForExit(child).finally(() => rm(folder, { recursive: true, force: true })),
  }
}

async function waitForExit(child: ChildProcess): Promise<number> {
  const [code] = await once(child, 'close')
  return code
}

/** The configuration of the container (OCI runtime specification). */
function describeContainer({ root, image, mounts, variables, command }: ContainerOptions) {
  const [uid, gid] = image.User.split(':').map(Number)
  const variablesOfImage = image.Env.filter(each => !(each.split('=')[0]! in variables))
  return {
    ociVersion: '1.0.2',
    root: { path: root, readonly: true },
    hostname: 'backoffice',
    process: {
      user: { uid, gid },
      args: [...image.Entrypoint, ...(command ?? image.Cmd)],
      cwd: image.WorkingDir,
      env: [...variablesOfImage, ...Object.entries(variables).map(each => each.join('='))],
      noNewPrivileges: true,
      capabilities: {},
    },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755'] },
      { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev'] },
      ...Object.entries(mounts).map(([destination, source]) => ({
        destination,
        source,
        options: ['rbind', 'rw', 'nosuid', 'nodev'],
      })),
    ],
    linux: { namespaces: ['pid', 'mount', 'ipc', 'uts'].map(type => ({ type })) },
  }
}
