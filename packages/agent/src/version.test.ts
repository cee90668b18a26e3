import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { version } from './version.js'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const root = join(import.meta.dirname, '../../..')

async function manifests(): Promise<readonly Manifest[]> {
  const folders = await Promise.all(
    ['packages', 'apps'].map(async parent =>
      (await readdir(join(root, parent))).map(name => join(root, parent, name, 'package.json')),
    ),
  )
  return Promise.all(folders.flat().map(async path => JSON.parse(await readFile(path, 'utf8'))))
}

it('callers who depend on ^1.83, where generateSchemaOnly began, get this version', () => {
  const [major, minor] = version.split('.').map(Number)
  expect(major).toBe(1)
  expect(minor).toBeGreaterThanOrEqual(90)
})

it('all packages have one version, and name each other with it', async () => {
  for (const each of await manifests()) {
    expect([each.name, each.version]).toEqual([each.name, version])
    const { dependencies, devDependencies, peerDependencies } = each
    // Whoever brings a peer along may have a later one.
    for (const [expected, named] of [
      [version, { ...dependencies, ...devDependencies }],
      [`^${version}`, { ...peerDependencies }],
    ] as const) {
      for (const [name, range] of Object.entries(named)) {
        if (name.startsWith('@service/')) expect([each.name, name, range]).toContain(expected)
      }
    }
  }
})
