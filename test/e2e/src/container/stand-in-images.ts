import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImageStore } from './image-store.js'
import { runProgram } from './run-program.js'

/** Where the cache of npm appears in a build. */
export const NPM_CACHE = '/npm-cache'

export interface StandIns {
  /** The program `node` of the version that the real image has. */
  readonly node: string
  /** The folder of npm. */
  readonly npm: string
  readonly registry: string
}

/**
 * Makes the base images of our Dockerfile, under the names of the real ones, from Debian packages of this
 * machine: the real images consist of the same packages, and no registry of images is needed.
 */
export async function makeStandIns(store: ImageStore, options: StandIns): Promise<void> {
  const packages = await readPackages()
  await store.make(baseImages.build, async folder => {
    const essential = [...packages.values()].filter(each => each.isEssential)
    await copyPackages(folder, [...withNeeded(packages, essential), ...cxxLibraries])
    await addNode(folder, options)
  })
  await store.make(baseImages.run, async folder => {
    await copyPackages(folder, [...cxxLibraries, 'base-files', 'ca-certificates', 'tzdata'])
    await cp('/etc/ssl/certs', join(folder, 'etc/ssl/certs'), { recursive: true })
    await writeFile(
      join(folder, 'etc/passwd'),
      'nonroot:x:65532:65532::/home/nonroot:/sbin/nologin\n',
    )
  })
}

/** The images that our Dockerfile is built on, in the order of its stages. */
export const baseImages = {
  build: 'docker.io/library/node:24-bookworm-slim',
  run: 'gcr.io/distroless/cc-debian12:nonroot',
} as const

const cxxLibraries = ['libc6', 'libgcc-s1', 'libstdc++6', 'libssl3']

interface DebianPackage {
  readonly name: string
  readonly isEssential: boolean
  /** Names of packages; of alternatives only the first. */
  readonly needs: readonly string[]
}

async function readPackages(): Promise<ReadonlyMap<string, DebianPackage>> {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the format of dpkg-query.
  const format = '${Package}\t${Essential}\t${Pre-Depends}, ${Depends}\n'
  const lines = (await runProgram('dpkg-query', ['-W', '-f', format])).split('\n')
  return new Map(
    lines.map(line => {
      const [name = '', essential, needs = ''] = line.split('\t')
      const names = needs.split(',').map(text => text.trim().split(/[\s:|(]/)[0] ?? '')
      return [name, { name, isEssential: essential === 'yes', needs: names }]
    }),
  )
}

function withNeeded(
  all: ReadonlyMap<string, DebianPackage>,
  wanted: readonly DebianPackage[],
): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = [...wanted]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (found.has(next.name)) continue
    found.add(next.name)
    waiting.push(...next.needs.flatMap(name => all.get(name) ?? []))
  }
  return found
}

/** What the slim images leave out, too. */
const documentation = /^\/usr\/share\/(?:doc|man|info|locale|lintian|bug)\//

async function copyPackages(folder: string, names: readonly string[]): Promise<void> {
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    await mkdir(join(folder, 'usr', name), { recursive: true })
    await symlink(`usr/${name}`, join(folder, name))
  }
  const listed = (await runProgram('dpkg', ['-L', ...names])).split('\n')
  const files = [...new Set(listed)].filter(
    file => file.startsWith('/') && file !== '/.' && !documentation.test(`${file}/`),
  )
  const list = `${folder}.files`
  await writeFile(list, files.map(file => `.${file}\n`).join(''))
  const from = 'tar -C / --no-recursion --ignore-failed-read -cf - -T "$1"'
  const to = 'tar -C "$2" --keep-directory-symlink -xf -'
  await runProgram('sh', ['-c', `${from} 2>/dev/null | ${to}`, 'sh', list, folder])
}

/** Node and npm, where the real image has them; npm takes packages from the mounted cache only. */
async function addNode(folder: string, { node, npm, registry }: StandIns): Promise<void> {
  const local = join(folder, 'usr/local')
  await mkdir(join(local, 'etc'), { recursive: true })
  await cp(node, join(local, 'bin/node'))
  await cp(npm, join(local, 'lib/node_modules/npm'), { recursive: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
  const settings = { cache: NPM_CACHE, offline: true, registry }
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(join(local, 'etc/npmrc'), lines.join(''))
}
