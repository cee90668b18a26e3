import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { buildSnippets } from './build-snippets.js'
import { databases, hosts, suggestAgentUrl } from './stacks.js'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const tsc = join(root, 'node_modules/typescript7/bin/tsc')

/** Inside of the repository, whose packages are then found. */
async function withFolder(check: (folder: string) => Promise<void>): Promise<void> {
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'snippets-'))
  try {
    await check(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

describe('the code of the wizard', () => {
  it('compiles for every host, database and prefix, with names that our packages have', async () => {
    await withFolder(async folder => {
      for (const host of hosts) {
        for (const database of databases) {
          const agentUrl = database === 'sqlite' ? 'https://a.example' : suggestAgentUrl(host)
          for (const { path, text } of buildSnippets({ host, database, agentUrl }).files) {
            const target = join(folder, `${host}-${database}`, path)
            await mkdir(dirname(target), { recursive: true })
            await writeFile(target, text)
          }
        }
      }
      const compilerOptions = {
        ...{ allowJs: true, checkJs: true, noEmit: true, skipLibCheck: true, strict: false },
        ...{ target: 'es2022', module: 'nodenext', types: ['node'] },
      }
      const config = { compilerOptions, include: ['**/*.mjs', '**/*.js'] }
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
      await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
      const problems = await run(process.execPath, [tsc, '-p', folder]).then(
        () => '',
        error => error.stdout,
      )
      expect(problems).toBe('')
    })
  }, 120_000)

  it('is what the documentation says', async () => {
    const readPage = (name: string) => readFile(join(root, 'docs/start', name), 'utf8')
    const page = await readPage('own-database.md')
    const { install, files, start } = buildSnippets({
      ...{ host: 'standalone', database: 'postgresql' },
      agentUrl: suggestAgentUrl('standalone'),
    })
    for (const text of [install, start, ...files.map(file => file.text)]) {
      expect(page).toContain(`${text.trimEnd()}\n\`\`\``)
    }
    const embedding = await readPage('embedding.md')
    for (const host of hosts) {
      const choice = { host, database: 'mysql', agentUrl: suggestAgentUrl(host) } as const
      const text = buildSnippets(choice)
        .files.map(file => file.text)
        .join()
      const mounts = text.match(/agent\.(?:mountOn\w+|fetch)\(/g) ?? [
        'const { fetch } = await agent',
      ]
      for (const mount of mounts) expect(embedding, host).toContain(mount)
    }
  })

  it('is complete for Express and SQLite', () => {
    const { install, files, start } = buildSnippets({
      host: 'express',
      database: 'sqlite',
      agentUrl: 'http://localhost:3000/service',
    })
    expect(install).toBe('npm install @service/agent @service/datasource-sql libsql@0.5 express')
    expect(start).toBe('node --env-file=.env agent.mjs')
    expect(files).toEqual([
      {
        path: 'agent.mjs',
        text: `import { createAgent } from '@service/agent'
import { createSqlDataSource } from '@service/datasource-sql'
import express from 'express'

const agent = createAgent({
  authSecret: process.env.SERVICE_AUTH_SECRET,
  envSecret: process.env.SERVICE_ENV_SECRET,
  serverUrl: process.env.SERVICE_SERVER_URL,
}).addDataSource(createSqlDataSource(process.env.DATABASE_URL))

const app = express()
agent.mountOnExpress(app)

await agent.start()
app.listen(process.env.PORT ?? 3000)
`,
      },
    ])
  })

  it('has the prefix of the address, and its port where no variable can say it', () => {
    const choice = { database: 'mongodb', agentUrl: 'http://localhost:4000/admin/api/' } as const
    const [agent, route, config] = buildSnippets({ host: 'nextjs', ...choice }).files
    expect(agent?.text).toContain("prefix: '/admin/api',")
    expect(agent?.text).toContain('createMongoDataSource(process.env.DATABASE_URL)')
    expect(route?.path).toBe('app/admin/api/[[...path]]/route.js')
    expect(route?.text).toContain("from '../../../../agent.mjs'")
    expect(config?.path).toBe('next.config.mjs')
    expect(buildSnippets({ host: 'nextjs', ...choice }).start).toBe('npx next dev -p 4000')
    const hono = buildSnippets({ host: 'hono', ...choice }).files[0]?.text
    expect(hono).toContain("app.all('/admin/api/*'")
    const atRoot = buildSnippets({
      host: 'hono',
      database: 'mysql',
      agentUrl: 'https://a.example/',
    })
    expect(atRoot.files[0]?.text).toContain("prefix: '/',")
    expect(atRoot.files[0]?.text).toContain("app.all('/*'")
  })
})
