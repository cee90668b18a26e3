import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLongRun, type Registry, startRegistry } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Installation, managers, openFolder } from './installation.js'
import { consumer, consumers, imports, program } from './programs.js'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

describe('the packages as published', () => {
  let registry: Registry
  let names: readonly string[] = []
  const installed = {} as Record<keyof typeof managers, Installation>
  /** What npm has installed with the command line alone. */
  let withCommandLine: readonly string[] = []

  beforeAll(async () => {
    registry = await startRegistry()
    names = registry.packages.map(({ name }) => name)
    const { npm, pnpm } = Object.assign(installed, {
      npm: await openFolder(registry, 'npm'),
      pnpm: await openFolder(registry, 'pnpm'),
    })
    await npm.add('@service/cli')
    withCommandLine = await listInstalled(npm)
    await npm.add(...names, 'libsql', '@types/node')
    await pnpm.add(...names, 'libsql')
    for (const folder of [npm, pnpm]) {
      await folder.write('app.mjs', imports('import') + program)
      await folder.write('app.cjs', imports('require') + program)
    }
  }, 600_000)

  afterAll(async () => {
    await Promise.all(Object.values(installed).map(folder => folder.remove()))
    await registry?.stop()
  })

  describe.each(Object.keys(managers) as (keyof typeof managers)[])('installed by %s', manager => {
    it.each(['app.mjs', 'app.cjs'])('serve the records of an SQLite database to %s', async file => {
      expect(JSON.parse(await installed[manager].node([file]))).toEqual(['Emma', 'Persuasion'])
    })

    it('start the service from an empty folder: it stores, and serves the panel', async () => {
      const service = await installed[manager].startService()
      try {
        expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
        const page = await fetch(`${service.url}/app/`)
        expect(page.headers.get('content-type')).toContain('text/html')
        const panel = await installed[manager].read(
          'node_modules/@service/service/panel/index.html',
        )
        const scripts = [...panel.matchAll(/src="(\/app\/assets\/[^"]+\.js)"/g)]
        expect(scripts.length).toBeGreaterThan(0)
        for (const [, script = ''] of scripts) {
          expect((await fetch(service.url + script)).status, script).toBe(200)
        }
      } finally {
        expect(await service.stop()).toBe(0)
      }
      expect(await readdir(join(installed[manager].folder, '.service'))).toContain('secret')
    })

    it('export what the sources export, to import and to require', async () => {
      const folder = installed[manager]
      const entries = (await Promise.all(names.map(name => listEntries(folder, name)))).flat()
      const exported = async (file: string, load: string) => {
        await folder.write(
          file,
          `async function main() {
            const exported = {}
            for (const name of ${JSON.stringify(entries)}) exported[name] = Object.keys(${load}(name)).sort()
            console.log(JSON.stringify(exported))
          }
          main()`,
        )
        return JSON.parse(await folder.node([file])) as Record<string, string[]>
      }
      const found = await exported('exports.mjs', 'await import')
      expect(await exported('exports.cjs', 'require')).toEqual(found)
      for (const name of names) {
        expect(found[name], name).toEqual(Object.keys(await import(name)).toSorted())
      }
    })
  })

  it('load few files, and none of a database that is not used', async () => {
    const folder = join(installed.npm.folder, 'coverage')
    await installed.npm.node(['app.mjs'], { NODE_V8_COVERAGE: folder })
    const loaded = await loadedFiles(folder)
    const sources = (await Promise.all(loaded.map(readSources))).flat()
    const dialects = sources.flatMap(source => /dialects\/(\w+)\//.exec(source)?.[1] ?? [])
    expect([...new Set(dialects)]).toEqual(['sqlite'])
    expect(loaded.length).toBeLessThan(40)
  })

  it('run their commands', async () => {
    const manifests = await Promise.all(names.map(name => installed.npm.readManifest(name)))
    const commands = manifests.flatMap(({ bin = {} }) => Object.keys(bin)).sort()
    expect(commands).toEqual(['backoffice', 'forest-cloud', 'service-mcp-server'])
    const run = (command: string, args: readonly string[], env?: NodeJS.ProcessEnv) =>
      installed.npm.node([join('node_modules', '.bin', command), ...args], env)
    for (const command of ['backoffice', 'forest-cloud']) {
      expect(await run(command, ['--version'])).toMatch(/^\d+\.\d+\.\d+$/m)
    }
    await expect(run('service-mcp-server', [], { SERVICE_ENV_SECRET: '' })).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('SERVICE_ENV_SECRET'),
    })
  })

  it('share their classes', async () => {
    await installed.npm.write(
      'classes.mjs',
      `import { createAgent } from '@service/agent'
      import { ServiceError } from '@service/protocol'
      try { createAgent({}) } catch (error) { console.log(error instanceof ServiceError) }`,
    )
    expect(await installed.npm.node(['classes.mjs'])).toBe('true\n')
  })

  it('name the lines of the sources in traces', async () => {
    await installed.npm.write(
      'trace.mjs',
      `import { createAgent } from '@service/agent'
      try { createAgent({}) } catch (error) { console.log(error.stack) }`,
    )
    const trace = await installed.npm.node(['--enable-source-maps', 'trace.mjs'])
    expect(trace).toMatch(/@service.agent.src.options\.ts:\d+/)
  })

  describe('have types that are found and hold', () => {
    const compilers = ['typescript59', 'typescript', 'typescript7']
    const runs = compilers.flatMap(compiler =>
      Object.entries(consumers).map(([resolution, options]) => ({ compiler, resolution, options })),
    )
    // The newest compiler with each resolution; in the long rounds, each compiler once.
    const chosen = runs.filter(
      ({ compiler, resolution }) =>
        compiler === 'typescript7' || (isLongRun && resolution === 'nodenext'),
    )

    it.each(chosen)('$compiler, $resolution', async ({ compiler, resolution, options }) => {
      const folder = installed.npm
      const entries = (await Promise.all(names.map(name => listEntries(folder, name)))).flat()
      const all = entries.map((entry, at) => `export * as all${at} from '${entry}'\n`).join('')
      const files = options.files.map(file => `${resolution}-${file}`)
      for (const file of files) await folder.write(file, consumer + all)
      const settings = `--noEmit --strict --target es2023 --types node ${options.settings}`
      const tsc = join(root, 'node_modules', compiler, 'bin', 'tsc')
      const run = folder.node([tsc, ...settings.split(' '), ...files])
      const found: string = await run.catch(error => error.stdout || String(error))
      // The types of some drivers do not hold by themselves.
      const others = /^node_modules.(?!@service)/
      expect(
        found.split('\n').filter(line => line && !/^ /.test(line) && !others.test(line)),
      ).toEqual([])
    })
  })

  it('list what npm installs with them, and what they contain', async () => {
    const list = async (name: string) => {
      const text = await installed.npm.read(`node_modules/@service/${name}/sbom.cdx.json`)
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
    expect(required.filter(name => !withCommandLine.includes(name))).toEqual([])

    const panel = JSON.parse(await readFile(join(root, 'apps/panel/package.json'), 'utf8'))
    const contained = (await list('service')).filter(({ properties }) => properties).map(format)
    // @tiptap/pm only passes on the exports of other packages.
    const bundled = Object.entries(panel.dependencies as Record<string, string>)
      .filter(([name]) => !name.startsWith('@service/') && name !== '@tiptap/pm')
      .map(([name, version]) => `${name}@${version}`)
    expect(bundled.filter(name => !contained.includes(name))).toEqual([])
    expect(commandLine.map(format)).toEqual(expect.arrayContaining(contained))

    const licenses = await installed.npm.read('node_modules/@service/service/THIRD-PARTY-LICENSES')
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
async function listInstalled(folder: Installation): Promise<readonly string[]> {
  const lock: { packages: Record<string, { version: string }> } = JSON.parse(
    await folder.read('node_modules/.package-lock.json'),
  )
  const found = Object.entries(lock.packages).map(
    ([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`,
  )
  return [...new Set(found)].filter(name => !name.startsWith('@service/cli@')).sort()
}

/** The entry points of a package, as they are imported. Those for tests need vitest, which is not installed here. */
async function listEntries(folder: Installation, name: string): Promise<readonly string[]> {
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
