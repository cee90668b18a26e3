import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Installation, installPackages } from './install-packages.js'

const compiler = fileURLToPath(
  new URL('../../../node_modules/typescript7/bin/tsc', import.meta.url),
)

describe('the packages as published', () => {
  let installed: Installation

  beforeAll(async () => {
    // No other driver is there, so that who asks for one fails, types included.
    installed = await installPackages(['libsql', '@types/node'])
    await installed.write('package.json', '{ "type": "module" }')
    await installed.write('app.mjs', imports('import') + program)
    await installed.write('app.cjs', imports('require') + program)
  })

  afterAll(() => installed?.remove())

  it.each(['app.mjs', 'app.cjs'])('serve the records of an SQLite database to %s', async file => {
    expect(JSON.parse(await installed.node([file]))).toEqual(['Emma', 'Persuasion'])
  })

  it('load few files, and none of a database that is not used', async () => {
    const folder = join(installed.folder, 'coverage')
    await installed.node(['app.mjs'], { NODE_V8_COVERAGE: folder })
    const loaded = await loadedFiles(folder)
    const sources = (await Promise.all(loaded.map(readSources))).flat()
    const dialects = sources.flatMap(source => /dialects\/(\w+)\//.exec(source)?.[1] ?? [])
    expect([...new Set(dialects)]).toEqual(['sqlite'])
    expect(loaded.length).toBeLessThan(40)
  })

  it('hold an entry point, its types and nothing of tests or of the sources', () => {
    for (const { name, files, exports } of installed.packages) {
      expect(files, name).toEqual(
        expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.d.ts', 'dist/index.js']),
      )
      const isExpected = (file: string) =>
        /^(LICENSE|README\.md|package\.json|dist\/[^.]+\.(js|js\.map|d\.ts)|templates\/.+)$/.test(
          file,
        ) &&
        (!file.startsWith('dist/testing/') || './testing' in exports)
      expect(
        files.filter(file => !isExpected(file)),
        name,
      ).toEqual([])
    }
  })

  it('run their commands', async () => {
    const commands = installed.packages.flatMap(({ folder, bin }) =>
      Object.values(bin).map(file => join(folder, file)),
    )
    const [cloud = '', mcpServer = ''] = commands
    expect(commands).toHaveLength(2)
    expect(await installed.node([cloud, '--version'])).toMatch(/^\d+\.\d+\.\d+$/m)
    await expect(installed.node([mcpServer], { SERVICE_ENV_SECRET: '' })).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('SERVICE_ENV_SECRET'),
    })
  })

  it('keep what serves tests in the entry point for tests', async () => {
    for (const { name, folder, files } of installed.packages) {
      const code = files.filter(file => /^dist\/[^/]+\.js$/.test(file))
      const sources = await Promise.all(code.map(file => readSources(join(folder, file))))
      expect(
        sources.flat().filter(source => /[./]test(ing)?[./]/.test(source)),
        name,
      ).toEqual([])
    }
  })

  it('export what the sources export', async () => {
    const names = installed.packages.map(({ name }) => name)
    await installed.write(
      'exports.mjs',
      `const exported = {}
      for (const name of ${JSON.stringify(names)}) exported[name] = Object.keys(await import(name))
      console.log(JSON.stringify(exported))`,
    )
    const exported: Record<string, string[]> = JSON.parse(await installed.node(['exports.mjs']))
    for (const name of names) {
      expect(exported[name]?.toSorted(), name).toEqual(Object.keys(await import(name)).toSorted())
    }
  })

  it('share their classes', async () => {
    await installed.write(
      'classes.mjs',
      `import { createAgent } from '@service/agent'
      import { ServiceError } from '@service/protocol'
      try { createAgent({}) } catch (error) { console.log(error instanceof ServiceError) }`,
    )
    expect(await installed.node(['classes.mjs'])).toBe('true\n')
  })

  it('name the lines of the sources in traces', async () => {
    await installed.write(
      'trace.mjs',
      `import { createAgent } from '@service/agent'
      try { createAgent({}) } catch (error) { console.log(error.stack) }`,
    )
    const trace = await installed.node(['--enable-source-maps', 'trace.mjs'])
    expect(trace).toMatch(/@service.agent.src.options\.ts:\d+/)
  })

  it('have types that are found and hold', async () => {
    const all = installed.packages.map(({ name }, i) => `export * as all${i} from '${name}'\n`)
    await installed.write('consumer.ts', consumer + all.join(''))
    const settings = '--noEmit --strict --module nodenext --target es2023 --types node'
    const run = installed.node([compiler, ...settings.split(' '), 'consumer.ts'])
    const found: string = await run.catch(error => error.stdout)
    // The types of some drivers do not hold by themselves.
    const ours = found.split('\n').filter(line => /^(consumer|node_modules.@service)/.test(line))
    expect(ours).toEqual([])
  })
})

const names = {
  '@service/agent': '{ createAgent, createInProcessService }',
  '@service/datasource-sql': '{ createSqlDataSource }',
  libsql: 'Database',
}

function imports(how: 'import' | 'require'): string {
  const lines = Object.entries(names).map(([name, imported]) =>
    how === 'import'
      ? `import ${imported} from '${name}'`
      : `const ${imported} = require('${name}')`,
  )
  return `${lines.join('\n')}\n`
}

const program = `
async function main() {
  const database = new Database('books.db')
  database.exec(\`drop table if exists books;
    create table books (id integer primary key, title text not null);
    insert into books (title) values ('Persuasion'), ('Emma')\`)
  database.close()
  const service = createInProcessService({
    users: [{ id: 1, email: 'admin@example.com', roleId: 1, permissionLevel: 'admin' }],
    rights: true,
  })
  const agent = createAgent({
    authSecret: 'a secret for tests, of 32 characters',
    envSecret: '0'.repeat(64),
    loggerLevel: 'Error',
    service,
  })
  agent.addDataSource(createSqlDataSource('sqlite:books.db'))
  await agent.mountOnStandaloneServer(0, '127.0.0.1').start()
  const url = \`http://127.0.0.1:\${agent.standaloneServerPort}/service\`
  const headers = { authorization: \`Bearer \${await service.signIn(url, 1)}\` }
  const answer = await fetch(\`\${url}/books?timezone=UTC&sort=title\`, { headers })
  const { data } = await answer.json()
  console.log(JSON.stringify(data.map(book => book.attributes.title)))
  await agent.stop()
}
main()
`

const consumer = `
import { type Agent, createAgent } from '@service/agent'
import { createSqlDataSource } from '@service/datasource-sql'
export const agent: Agent = createAgent({ authSecret: 'x', envSecret: 'y' })
agent.addDataSource(createSqlDataSource('sqlite:books.db'))
// @ts-expect-error A data source is asked for.
agent.addDataSource('sqlite:books.db')
`

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
