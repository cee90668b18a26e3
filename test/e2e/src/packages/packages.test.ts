import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLongRun, packPackages, startRegistry } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { testSecret } from '../../../../apps/service/src/testing/test-secret.js'
import { bundleInto, openFolder, type UserFolder, unpackInto } from './installation.js'
import { consumer, consumers, imports, program } from './programs.js'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

/** A release names the tarballs that it publishes: all is proven of them. */
const isRelease = process.env.PACKED_PACKAGES !== undefined
/** `npm run check` examines the tarballs and types of the packages, too: `npm test` runs what is in them, once. */
const isThorough = isLongRun || isRelease
/** How the packages come into a folder. Two package managers take minutes: the short run unpacks them. */
const ways = isLongRun ? (['npm', 'pnpm'] as const) : (['unpacked'] as const)

const books = ['Emma', 'Persuasion']

describe('the packages as published', () => {
  let names: readonly string[] = []
  const installed = {} as Record<(typeof ways)[number], UserFolder>
  /** The folder that suites share which need one only. */
  let first: UserFolder
  /** What npm has installed with the command line alone. */
  let withCommandLine: readonly string[] = []
  const undo: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    if (isLongRun) await install()
    else if (isRelease) await unpack()
    else await bundle()
    first = installed[ways[0]]
    for (const folder of Object.values(installed)) {
      undo.unshift(folder.remove)
      await folder.write('app.mjs', imports('import') + program)
      await folder.write('app.cjs', imports('require') + program)
    }
  }, 600_000)

  async function install(): Promise<void> {
    const registry = await startRegistry()
    undo.unshift(registry.stop)
    names = registry.packages.map(({ name }) => name)
    const npm = await openFolder(registry, 'npm')
    const pnpm = await openFolder(registry, 'pnpm')
    Object.assign(installed, { npm, pnpm })
    await npm.add('@service/cli')
    withCommandLine = await listInstalled(npm)
    await npm.add(...names, 'libsql', '@types/node')
    await pnpm.add(...names, 'libsql')
  }

  async function unpack(): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'tarballs-'))
    undo.unshift(() => rm(folder, { recursive: true, force: true }))
    const packages = await packPackages(folder)
    names = packages.map(({ name }) => name)
    const store = join(inject('embeddedTemplates'), 'migrated')
    Object.assign(installed, { unpacked: await unpackInto(packages, store) })
  }

  async function bundle(): Promise<void> {
    const bundled = await bundleInto(join(inject('embeddedTemplates'), 'keyed'))
    names = bundled.names
    installed.unpacked = bundled.folder
    // The keys in its store are encrypted with it: making them takes a second.
    await bundled.folder.write(join('.service', 'secret'), testSecret)
  }

  afterAll(async () => {
    for (const step of undo) await step()
  })

  describe.each(ways)('%s', way => {
    // Below, `app.mjs` is read with the files that it loads, and all packages are required.
    it.runIf(isThorough).each(['app.mjs', 'app.cjs'])(
      'serve the records of an SQLite database to %s',
      async file => {
        expect(JSON.parse(await installed[way].node([file]))).toEqual(books)
      },
    )

    it('start the service in their folder: it stores, and serves the panel', async () => {
      const service = await installed[way].startService()
      try {
        expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
        const page = await fetch(`${service.url}/app/`)
        expect(page.headers.get('content-type')).toContain('text/html')
        const panel = await installed[way].read('node_modules/@service/service/panel/index.html')
        const scripts = [...panel.matchAll(/src="(\/app\/assets\/[^"]+\.js)"/g)]
        expect(scripts.length).toBeGreaterThan(0)
        for (const [, script = ''] of scripts) {
          expect((await fetch(service.url + script)).status, script).toBe(200)
        }
      } finally {
        expect(await service.stop()).toBe(0)
      }
      expect(await readdir(join(installed[way].folder, '.service'))).toContain('secret')
    })

    it('export what the sources export, to import and to require', async () => {
      const folder = installed[way]
      const entries = (await Promise.all(names.map(name => listEntries(folder, name)))).flat()
      // One process: it loads what it requires, and importing the same takes little more.
      await folder.write(
        'exports.cjs',
        `async function main() {
          const required = {}
          const imported = {}
          for (const name of ${JSON.stringify(entries)}) required[name] = Object.keys(require(name)).sort()
          for (const name in required) imported[name] = Object.keys(await import(name)).sort()
          console.log(JSON.stringify({ required, imported }))
        }
        main()`,
      )
      const { required, imported: found } = JSON.parse(await folder.node(['exports.cjs']))
      expect(required).toEqual(found)
      for (const name of names.filter((_, index) => isThorough || index % 3 === 0)) {
        expect(found[name], name).toEqual(Object.keys(await import(name)).toSorted())
      }
    })
  })

  it('serve records with few files, and none of a database that is not used', async () => {
    const folder = join(first.folder, 'coverage')
    const served = await first.node(['app.mjs'], { NODE_V8_COVERAGE: folder })
    expect(JSON.parse(served)).toEqual(books)
    const loaded = await loadedFiles(folder)
    const sources = (await Promise.all(loaded.map(readSources))).flat()
    const dialects = sources.flatMap(source => /dialects\/(\w+)\//.exec(source)?.[1] ?? [])
    expect([...new Set(dialects)]).toEqual(['sqlite'])
    expect(loaded.length).toBeLessThan(40)
  })

  it('run their commands', async () => {
    const manifests = await Promise.all(names.map(name => first.readManifest(name)))
    const commands = manifests.flatMap(({ bin = {} }) => Object.keys(bin)).sort()
    expect(commands).toEqual(['backoffice', 'forest-cloud', 'service-mcp-server'])
    const run = (command: string, args: readonly string[], env?: NodeJS.ProcessEnv) =>
      first.node([join('node_modules', '.bin', command), ...args], env)
    for (const command of ['backoffice', 'forest-cloud']) {
      expect(await run(command, ['--version'])).toMatch(/^\d+\.\d+\.\d+$/m)
    }
    await expect(run('service-mcp-server', [], { SERVICE_ENV_SECRET: '' })).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('SERVICE_ENV_SECRET'),
    })
  })

  it('share their classes', async () => {
    await first.write(
      'classes.mjs',
      `import { createAgent } from '@service/agent'
      import { ServiceError } from '@service/protocol'
      try { createAgent({}) } catch (error) { console.log(error instanceof ServiceError) }`,
    )
    expect(await first.node(['classes.mjs'])).toBe('true\n')
  })

  it('name the lines of the sources in traces', async () => {
    await first.write(
      'trace.mjs',
      `import { createAgent } from '@service/agent'
      try { createAgent({}) } catch (error) { console.log(error.stack) }`,
    )
    const trace = await first.node(['--enable-source-maps', 'trace.mjs'])
    expect(trace).toMatch(/@service.agent.src.options\.ts:\d+/)
  })

  describe.runIf(isThorough)('have types that are found and hold', () => {
    const compilers = ['typescript59', 'typescript', 'typescript7']
    const runs = compilers.flatMap(compiler =>
      Object.entries(consumers).map(([resolution, options]) => ({ compiler, resolution, options })),
    )
    // The newest compiler with each resolution, and each compiler once; outside of long runs, the strictest one.
    const chosen = runs.filter(
      ({ compiler, resolution }) =>
        (isLongRun && compiler === 'typescript7') ||
        (resolution === 'nodenext' && (isLongRun || compiler === 'typescript7')),
    )

    it.each(chosen)('$compiler, $resolution', async ({ compiler, resolution, options }) => {
      const entries = (await Promise.all(names.map(name => listEntries(first, name)))).flat()
      const all = entries.map((entry, at) => `export * as all${at} from '${entry}'\n`).join('')
      const files = options.files.map(file => `${resolution}-${file}`)
      for (const file of files) await first.write(file, consumer + all)
      const settings = `--noEmit --strict --target es2023 --types node ${options.settings}`
      const tsc = join(root, 'node_modules', compiler, 'bin', 'tsc')
      const run = first.node([tsc, ...settings.split(' '), ...files])
      const found: string = await run.catch(error => error.stdout || String(error))
      // The types of some drivers do not hold by themselves.
      const others = /(^|[\\/])node_modules[\\/](?!@service)/
      expect(
        found.split('\n').filter(line => line && !/^ /.test(line) && !others.test(line)),
      ).toEqual([])
    })
  })

  it('list what they contain, and what npm installs with them', async () => {
    const list = async (name: string) => {
      const text = await first.read(`node_modules/@service/${name}/sbom.cdx.json`)
      const { components } = JSON.parse(text) as { components: readonly Component[] }
      return components
    }
    const commandLine = await list('cli')
    const format = ({ group, name, version }: Component) =>
      `${group ? `${group}/` : ''}${name}@${version}`
    expect(withCommandLine.filter(name => !commandLine.map(format).includes(name))).toEqual([])
    const required = commandLine
      .filter(({ scope, properties }) => scope === 'required' && !properties)
      .map(format)
    if (isLongRun) {
      expect(required.filter(name => !withCommandLine.includes(name))).toEqual([])
    }

    const panel = JSON.parse(await readFile(join(root, 'apps/panel/package.json'), 'utf8'))
    const contained = (await list('service')).filter(({ properties }) => properties).map(format)
    // @tiptap/pm only passes on the exports of other packages.
    const bundled = Object.entries(panel.dependencies as Record<string, string>)
      .filter(([name]) => !name.startsWith('@service/') && name !== '@tiptap/pm')
      .map(([name, version]) => `${name}@${version}`)
    expect(bundled.filter(name => !contained.includes(name))).toEqual([])
    expect(commandLine.map(format)).toEqual(expect.arrayContaining(contained))

    const licenses = await first.read('node_modules/@service/service/THIRD-PARTY-LICENSES')
    for (const name of contained) expect(licenses).toContain(`\n${name.replace(/@(?=\d)/, ' ')} (`)
    expect(licenses).toContain('Copyright (c) Meta Platforms, Inc. and affiliates.')
  })
})

interface Component {
  readonly group?: string
  readonly name: string
  readonly version: string
  readonly scope: 'required' | 'optional'
  readonly properties?: readonly object[]
}

/** What npm has installed in a folder, as `name@version`, but for the package that was asked for. */
async function listInstalled(folder: UserFolder): Promise<readonly string[]> {
  const lock: { packages: Record<string, { version: string }> } = JSON.parse(
    await folder.read('node_modules/.package-lock.json'),
  )
  const found = Object.entries(lock.packages).map(
    ([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`,
  )
  return [...new Set(found)].filter(name => !name.startsWith('@service/cli@')).sort()
}

/** The entry points of a package, as they are imported. Those for tests need vitest, which is not installed here. */
async function listEntries(folder: UserFolder, name: string): Promise<readonly string[]> {
  const { exports } = await folder.readManifest(name)
  return Object.keys(exports)
    .filter(entry => entry !== './testing')
    .map(entry => name + entry.slice(1))
}

/** The files of ours that a process has loaded, by the coverage it wrote. */
async function loadedFiles(coverage: string): Promise<readonly string[]> {
  const reports = await Promise.all(
    (await readdir(coverage)).map(file => readFile(join(coverage, file), 'utf8')),
  )
  return reports
    .flatMap(report => (JSON.parse(report) as { result: { url: string }[] }).result)
    .filter(({ url }) => url.startsWith('file:'))
    .map(({ url }) => fileURLToPath(url))
    .filter(path => path.includes(`${sep}@service${sep}`))
}

/** What a file is made of; one that only passes on the exports of another has no map. */
async function readSources(path: string): Promise<readonly string[]> {
  const code = await readFile(path, 'utf8')
  if (!code.includes('//# sourceMappingURL=')) return []
  return JSON.parse(await readFile(`${path}.map`, 'utf8')).sources
}
