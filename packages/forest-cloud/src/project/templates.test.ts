import { execFile } from 'node:child_process'
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { isLongRun } from '@service/test-support'
import { beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../testing/run-command.js'
import { sampleDatabase } from '../testing/sample-database.js'
import {
  envSecret,
  type StubService,
  startStubService,
  tokenNumber,
} from '../testing/start-stub-service.js'
import { temporaryFolder } from '../testing/temporary-folder.js'
import { templateFolder } from './package-folder.js'

/** The tests start compilers and npm. */
const PATIENT = 120_000

const start = promisify(execFile)
const root = fileURLToPath(new URL('../../../../', import.meta.url))
const packageFolder = join(root, 'packages/forest-cloud')
const program = join(packageFolder, 'dist/cli/main.js')
const compile = (folder: string, ...args: string[]) =>
  start(process.execPath, [join(root, 'node_modules/typescript7/bin/tsc'), ...args], {
    cwd: folder,
  }).catch(error => Promise.reject(new Error(error.stdout)))

const addsLabel = `
import type { Agent } from '@service/forest-cloud'
import type { Schema } from '../typings.js'

setInterval(() => {}, 1000)

export default function customize(agent: Agent<Schema>): void {
  agent.customizeCollection('customers', customers =>
    customers.addField('label', {
      columnType: 'String',
      dependencies: ['name', 'city'],
      getValues: records => records.map(({ name, city }) => \`\${name} (\${city})\`),
    }),
  )
}
`
const usesLabel = `
import type { Agent } from '@service/forest-cloud'
import type { Schema } from '../typings.js'

export function customizeOrders(agent: Agent<Schema>): void {
  agent.customizeCollection('orders', orders =>
    orders.importField('customer', { path: 'customer:label' }),
  )
}
`

describe('templates', { timeout: PATIENT }, () => {
  let service: StubService
  let folder: string
  beforeEach(async () => {
    service = await startStubService()
    folder = await temporaryFolder()
    return () => service.stop()
  })

  /** Creates a project with the packages that `npm install` would install. */
  async function newProject(args: readonly string[]): Promise<string> {
    service.tokens.set(tokenNumber(5), 5)
    const environment = {
      TOKEN_PATH: folder,
      SERVICE_SERVER_URL: service.url,
      SERVICE_AUTH_TOKEN: tokenNumber(5),
    }
    const { errors } = await runCommand(['bootstrap', '--env-secret', envSecret, ...args], {
      folder,
      environment,
    })
    expect(errors).toBe('')
    const project = join(folder, 'cloud-customizer')
    await symlink(join(root, 'node_modules'), join(project, 'node_modules'))
    return project
  }

  it('compile when nothing is known of the collections', async () => {
    const project = await newProject([])
    await compile(project)
    expect((await readdir(join(project, 'dist'))).sort()).toEqual(['index.d.ts', 'index.js'])
  })

  it('compile with a database, and again with what the code added to it', async () => {
    const project = await newProject(['--database-url', await sampleDatabase(folder)])
    // A compiler takes a second: in the short run, it compiles the template together with what was added.
    if (isLongRun) await compile(project)
    await writeFile(join(project, 'src/index.ts'), addsLabel)
    await writeFile(join(project, 'src/orders.ts'), usesLabel)
    // It writes the code nevertheless, which tells what it adds.
    await expect(compile(project)).rejects.toThrow(/src\/orders\.ts.*customer:label/)
    // The code leaves a timer running; the process ends nevertheless.
    const { stdout } = await start(process.execPath, [program, 'update-typings'], { cwd: project })
    expect(stdout).toBe('Wrote typings.d.ts.\n')
    await compile(project)
  })

  it('are among the files of the package, under names that npm keeps', async () => {
    const { files } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
    expect(files).toContain(relative(packageFolder, templateFolder).split('/')[0])
    const templates = await readdir(templateFolder)
    expect(templates).toContain('gitignore')
    expect(templates.filter(name => name.startsWith('.'))).toEqual([])
  })

  it.runIf(isLongRun)('ship inside the package', async () => {
    const { stdout } = await start('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: packageFolder,
    })
    const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }]
    const packed = files.map(({ path }) => path)
    const templates = await readdir(templateFolder)
    expect(templates).toContain('gitignore')
    for (const name of templates) {
      expect(packed).toContain(join(relative(packageFolder, templateFolder), name))
    }
  })
})
