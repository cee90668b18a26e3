import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { isLongRun } from '@service/test-support'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const scripts = fileURLToPath(new URL('../../../../scripts/', import.meta.url))
const execute = promisify(execFile)

/** What is read of the list of tarballs. */
interface Packed {
  readonly id: string
  readonly name: string
  readonly filename: string
  readonly integrity: string
}

const hash = (content: string | Buffer): string =>
  `sha512-${createHash('sha512').update(content).digest('base64')}`

describe('a release', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'release-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const run = (command: string, ...args: string[]) => execute(command, args, { cwd: folder })

  /** A repository with the scripts and nothing to build. */
  async function openRepository(): Promise<void> {
    await cp(scripts, join(folder, 'scripts'), { recursive: true })
    await mkdir(join(folder, '.changeset'))
    await writeFile(join(folder, '.changeset', 'README.md'), '# Changes\n')
    await writeFile(join(folder, 'package.json'), '{ "scripts": { "build": "exit 3" } }')
    await run('git', 'init', '-q')
    await commit()
  }

  async function commit(): Promise<void> {
    await run('git', 'add', '-A')
    const author = ['-c', 'user.name=Tests', '-c', 'user.email=tests@example.com']
    await run('git', ...author, 'commit', '-q', '-m', 'Everything')
  }

  const release = (...args: string[]) => run(process.execPath, 'scripts/release.mjs', ...args)

  it('refuses a working tree with changes, before it builds', async () => {
    await openRepository()
    await expect(release()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining("'npm run build' failed"),
    })
    await writeFile(join(folder, 'new.txt'), '')
    await expect(release('--publish')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Commit these changes first, or remove them:\n?? new.txt'),
    })
  })

  it('refuses changes that have no version, and options that it does not know', async () => {
    await openRepository()
    await writeFile(join(folder, '.changeset', 'quick-fox.md'), '---\n---\n')
    await commit()
    await expect(release()).rejects.toMatchObject({ stderr: expect.stringContaining('quick-fox') })
    await expect(release('--force')).rejects.toMatchObject({
      stderr: expect.stringContaining("The only option is --publish, not '--force'."),
    })
  })

  /** Two packages as they are packed; the first one depends on the second. Returns the integrity of the second. */
  async function packTwo(): Promise<string> {
    const manifests = {
      alpha: { name: '@example/alpha', dependencies: { '@example/omega': '1.0.0' } },
      omega: { name: '@example/omega' },
    }
    const folders = await Promise.all(
      Object.entries(manifests).map(async ([name, manifest]) => {
        const path = join(folder, name)
        await mkdir(path)
        const text = JSON.stringify({ ...manifest, version: '1.0.0' })
        await writeFile(join(path, 'package.json'), text)
        return path
      }),
    )
    const packed = isLongRun
      ? JSON.parse((await run('npm', 'pack', '--json', '--offline', ...folders)).stdout)
      : await Promise.all(folders.map(packQuickly))
    await writeFile(join(folder, 'packed.json'), JSON.stringify(packed))
    return (packed as Packed[]).find(({ name }) => name === manifests.omega.name)?.integrity ?? ''
  }

  /** What `npm pack` writes and prints, in a fraction of its time. */
  async function packQuickly(path: string): Promise<Packed> {
    const { name, version } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'))
    const filename = `${basename(path)}.tgz`
    await run('tar', '-czf', filename, '--transform', 's,^.,package,', '-C', path, '.')
    const integrity = hash(await readFile(join(folder, filename)))
    return { id: `${name}@${version}`, name, filename, integrity }
  }

  /** Stands in for npm, which takes a second for each start: knows what is published, and publishes nothing. */
  async function writeQuickNpm(published: Readonly<Record<string, string>>): Promise<string> {
    const [bin, registry] = [join(folder, 'bin'), join(folder, 'registry')]
    await rm(registry, { recursive: true, force: true })
    for (const [name, integrity] of Object.entries(published)) {
      await mkdir(dirname(join(registry, name)), { recursive: true })
      await writeFile(join(registry, name), integrity)
    }
    await mkdir(bin, { recursive: true })
    const program = `#!/bin/sh
      [ "$1" = view ] || exit 0
      cat '${registry}'/"\${2%@*}" 2>/dev/null || { echo 'npm error code E404' >&2; exit 1; }\n`
    await writeFile(join(bin, 'npm'), program, { mode: 0o755 })
    return bin
  }

  /** Publishes to a registry that has some versions, without publishing. */
  async function publish(published: Readonly<Record<string, string>> = {}): Promise<string> {
    const server = createServer((request, response) => {
      const name = decodeURIComponent(request.url ?? '').slice(1)
      const integrity = published[name]
      if (!integrity) return response.writeHead(404).end('{}')
      const versions = { '1.0.0': { name, version: '1.0.0', dist: { integrity } } }
      return response.end(JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions }))
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    const module = JSON.stringify(pathToFileURL(join(scripts, 'release', 'publish.mjs')))
    const code = `import { publishFolder } from ${module}
      await publishFolder('.', { isDryRun: true, write: line => console.log(line) })`
    const args = ['--input-type=module', '-e', code]
    const env = {
      ...process.env,
      npm_config_registry: registry,
      npm_config_cache: join(folder, 'cache'),
      ...(!isLongRun && { PATH: `${await writeQuickNpm(published)}:${process.env.PATH}` }),
    }
    try {
      return (await execute(process.execPath, args, { cwd: folder, env })).stdout
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }

  it('publishes a package after those it depends on', async () => {
    const omega = await packTwo()
    expect((await publish()).trim().split('\n')).toEqual([
      `@example/omega@1.0.0 would be published, ${omega}`,
      expect.stringMatching(/^@example\/alpha@1\.0\.0 would be published, sha512-/),
    ])
    expect(await publish({ '@example/omega': omega })).toMatch(
      /^@example\/omega@1\.0\.0 is published already\n@example\/alpha@1\.0\.0 would be published, sha512-/,
    )
    await expect(publish({ '@example/omega': 'sha512-other' })).rejects.toMatchObject({
      stderr: expect.stringContaining('@example/omega@1.0.0 is published with another content'),
    })
  })

  it('refuses a tarball that is not the one that was tested', async () => {
    const filename = 'example-alpha-1.0.0.tgz'
    const packed = { id: '@example/alpha@1.0.0', name: '@example/alpha', filename }
    const integrity = hash('tested')
    await writeFile(join(folder, 'packed.json'), JSON.stringify([{ ...packed, integrity }]))
    await writeFile(join(folder, filename), 'tested, and changed')
    await expect(publish()).rejects.toMatchObject({
      stderr: expect.stringContaining(`${filename} is not the tarball of @example/alpha`),
    })
  })

  it('refuses a licence that is not on the list', async () => {
    const { checkLicenses } = await import(join(scripts, 'release', 'licenses.mjs'))
    const check = (license: string) => () =>
      checkLicenses('ours', [{ name: 'x', ref: 'pkg:npm/x@1.0.0', license }])
    check('(GPL-3.0-only OR MIT)')()
    for (const license of [
      'GPL-3.0-only',
      '(MIT AND GPL-3.0-only)',
      'SEE LICENSE IN LICENSE',
      '',
    ]) {
      expect(check(license), license).toThrow('does not allow: pkg:npm/x@1.0.0')
    }
  })
})
