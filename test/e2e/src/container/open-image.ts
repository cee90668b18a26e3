import { realpath } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ImageConfig, type ImageStore, openImageStore } from './image-store.js'
import { runProgram } from './run-program.js'
import { makeStandIns, NPM_CACHE } from './stand-in-images.js'
import { imageNode } from './why-no-containers.js'

const repository = fileURLToPath(new URL('../../../..', import.meta.url))
const NAME = 'localhost/backoffice:test'

/** The image of our Dockerfile, built on this machine. */
export interface OpenImage {
  readonly config: ImageConfig
  /** The folder with its files. */
  readonly root: string
  /** Bytes of all its layers. */
  readonly size: number
  close(): Promise<void>
}

export async function openImage(): Promise<OpenImage> {
  const store = await openImageStore()
  try {
    await build(store)
    return {
      config: await store.readConfig(NAME),
      root: await store.mount(NAME),
      size: await store.measure(NAME),
      close: store.remove,
    }
  } catch (error) {
    await store.remove()
    throw error
  }
}

async function build(store: ImageStore): Promise<void> {
  const npm = dirname(dirname(await realpath('/usr/bin/npm')))
  const setting = (name: string) => runProgram('npm', ['config', 'get', name], { cwd: '/' })
  await makeStandIns(store, { node: imageNode, npm, registry: await setting('registry') })
  await store.build(NAME, repository, [
    ...[
      '--file',
      'deploy/container/Dockerfile',
      '--volume',
      `${await setting('cache')}:${NPM_CACHE}`,
    ],
    ...['--build-arg', 'VERSION=1.2.3', '--build-arg', 'REVISION=0123abc'],
  ])
}
