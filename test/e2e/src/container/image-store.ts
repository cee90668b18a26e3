import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from './run-program.js'

/** What an image says about how it is run. */
export interface ImageConfig {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly Cmd: readonly string[]
  readonly WorkingDir: string
  readonly StopSignal: string
  readonly Volumes: Readonly<Record<string, object>>
  readonly ExposedPorts: Readonly<Record<string, object>>
  readonly Labels: Readonly<Record<string, string>>
  readonly Healthcheck: { readonly Test: readonly string[] }
}

/** Images in a folder of their own, made by buildah: it needs no daemon. */
export interface ImageStore {
  /** Makes an image of the files that `fill` puts into an empty folder. */
  make(name: string, fill: (folder: string) => Promise<void>): Promise<void>
  /** Builds a Dockerfile in a folder, with the images that are here; nothing is downloaded. */
  build(name: string, folder: string, options: readonly string[]): Promise<void>
  readConfig(name: string): Promise<ImageConfig>
  /** Bytes of all layers, not compressed. */
  measure(name: string): Promise<number>
  /** Shows the files of an image in a folder, until the store is removed. */
  mount(name: string): Promise<string>
  remove(): Promise<void>
}

export async function openImageStore(): Promise<ImageStore> {
  const folder = await mkdtemp(join(tmpdir(), 'images-'))
  const place = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run')]
  // Its own temporary files may be large, and are removed with the rest.
  const env = { ...process.env, TMPDIR: folder, BUILDAH_ISOLATION: 'chroot' }
  const buildah = (...args: readonly string[]) =>
    runProgram('buildah', [...place, ...args], { env })
  const inspect = async (name: string) =>
    JSON.parse(await buildah('inspect', '--type', 'image', name))
  return {
    async make(name, fill) {
      const container = await buildah('from', 'scratch')
      await fill(await buildah('mount', container))
      await buildah('commit', '--quiet', '--rm', container, name)
    },
    async build(name, context, options) {
      await buildah(
        'build',
        '--pull-never',
        '--format',
        'docker',
        '--tag',
        name,
        ...options,
        context,
      )
    },
    readConfig: async name => (await inspect(name)).Docker.config,
    async measure(name) {
      const [image] = JSON.parse(await buildah('images', '--json', name))
      return readSize(image.size)
    },
    async mount(name) {
      return buildah('mount', await buildah('from', '--pull-never', name))
    },
    async remove() {
      await buildah('rm', '--all')
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

const units: Readonly<Record<string, number>> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }

/** Bytes of a size such as `183 MB`. */
function readSize(text: string): number {
  const [number = '', unit = ''] = text.split(' ')
  const factor = units[unit.toUpperCase()]
  if (factor === undefined) throw new Error(`buildah reports a size of '${text}'.`)
  return Number(number) * factor
}
