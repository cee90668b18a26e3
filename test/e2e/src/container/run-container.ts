import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
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
  /** The only system calls that succeed. All, when absent. */
  readonly systemCalls?: readonly string[]
}

/** How a program ended, and all that it printed. */
export interface Result {
  readonly code: number
  readonly output: string
}

export interface RunningContainer {
  /** Runs a command inside, such as the health check. */
  run(command: readonly string[]): Promise<Result>
  kill(signal: string): Promise<void>
  /** Resolves once the container has ended. */
  readonly ended: Promise<Result>
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
    return spawn('/usr/bin/unshare', ['--mount', 'sh', '-c', CRUN, 'crun', ...all])
  }
  const child = crun('run', '--bundle', folder, id)
  endWithUs(child, 'SIGINT')
  return {
    run: command => waitForEnd(crun('exec', '--user', options.image.User, id, ...command)),
    async kill(signal) {
      const { code, output } = await waitForEnd(crun('kill', id, signal))
      if (code !== 0) throw new Error(`crun kill ended with ${code}: ${output}`)
    },
    ended: waitForEnd(child).finally(() => rm(folder, { recursive: true, force: true })),
  }
}

async function waitForEnd(child: ChildProcessWithoutNullStreams): Promise<Result> {
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', text => printed.push(String(text)))
  }
  const [code] = await once(child, 'close')
  return { code, output: printed.join('') }
}

/** The configuration of the container (OCI runtime specification). */
function describeContainer(options: ContainerOptions) {
  const { root, image, mounts, variables, command, systemCalls } = options
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
    linux: {
      namespaces: ['pid', 'mount', 'ipc', 'uts'].map(type => ({ type })),
      ...(systemCalls && {
        seccomp: {
          defaultAction: 'SCMP_ACT_ERRNO',
          defaultErrnoRet: constants.errno.EPERM,
          syscalls: [{ names: systemCalls, action: 'SCMP_ACT_ALLOW' }],
        },
      }),
    },
  }
}
