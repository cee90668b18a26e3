import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { Validator } from '@seriousme/openapi-schema-validator'
import { isLongRun } from '@service/test-support'
import openapiTS, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { routes } from '../app.js'
import { ask } from '../testing/ask.js'
import { createSeed, type SeededProject } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'

const root = fileURLToPath(new URL('../../../..', import.meta.url))

describe('the OpenAPI document', () => {
  let service: TestService
  let document: {
    paths: Record<string, Record<string, { operationId: string; parameters: unknown[] }>>
    components: { schemas: Record<string, object> }
  }

  beforeAll(async () => {
    service = await startTestService(inject('postgresUrl'))
    document = (await ask(service.url, 'GET', '/openapi.json')).body
  })
  afterAll(() => service.stop())

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document))
    expect(errors ?? []).toEqual([])
    expect([valid, validator.version]).toEqual([true, '3.1'])
  })

  it('has every route once, under its own name', () => {
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(method => `${method} ${path}`),
    )
    expect(described.sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort())
    const ids = Object.values(document.paths)
      .flatMap(operations => Object.values(operations))
      .map(operation => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('refers to nothing that it does not hold', () => {
    const text = JSON.stringify(document)
    for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = pointer
        .split('/')
        .reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], document)
      expect(target, pointer).toBeDefined()
    }
    expect(text).not.toContain('$defs')
  })

  it('names its answers', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Error', 'Refusal', 'Note']),
    )
  })

  it('makes a client that compiles strictly and works on the live service', async () => {
    const seed = createSeed(service.deps.store)
    const project = await seed.project()
    const output = await runClient(service.url, document, project, {
      token: await seed.apiToken({ projectId: project.id, userId: project.admin.id }),
      session: await seed.session(project.admin.id),
    })
    expect(JSON.parse(output)).toEqual({
      before: 0,
      created: 'Call back',
      after: ['Call back'],
      remaining: expect.stringMatching(/^\d+$/),
      projects: [project.name],
      refused: 'unknown_parameter',
    })
  })
})

describe('the reference page', () => {
  let service: TestService
  let page: string
  let headers: Headers

  beforeAll(async () => {
    service = await startTestService(inject('postgresUrl'))
    const answer = await ask(service.url, 'GET', '/docs')
    page = answer.body
    headers = answer.headers
  })
  afterAll(() => service.stop())

  it('holds no script and asks no other address for anything', () => {
    expect(page).not.toMatch(
      /<script|<img|<link(?! rel="icon" href="\/app\/)|<iframe|@import|url\(|\son\w+=/i,
    )
    expect(page).not.toMatch(/(src|href)="https?:/)
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? []
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers.get('content-security-policy')).toContain(
      `default-src 'none'; style-src 'sha256-${hash}'`,
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('has an anchor for every route, and every link leads to one', () => {
    for (const { path } of routes) expect(page).toContain(`<code>${path}</code>`)
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [, target] of page.matchAll(/href="#([^"]+)"/g)) expect(ids).toContain(target)
  })
})

/** A program a customer could have written against the generated types. */
const program = `
import createClient from 'openapi-fetch'
import type { paths } from './schema.js'

const { url, token, session, projectName } = JSON.parse(process.argv[2] as string)
const path = { projectName, environmentName: 'Production' }
const notes = '/v1/project/{projectName}/environment/{environmentName}/notes'

const api = createClient<paths, 'application/json'>({ baseUrl: url, headers: token })
const before = await api.GET(notes, { params: { path, query: { limit: 5 } } })
const created = await api.POST(notes, {
  params: { path },
  body: { title: 'Call back', recordId: '42', collectionName: 'orders' },
})
const after = await api.GET(notes, { params: { path, query: { recordId: '42' } } })
const wrong = await fetch(url + '/v1/project/' + encodeURIComponent(projectName) + '/environment/Production/notes?oops=1', { headers: token })

const administration = createClient<paths, 'application/json'>({ baseUrl: url, headers: session })
const projects = await administration.GET('/api/projects')

const titles: string[] = after.data?.data.map(note => note.title) ?? []
const names: string[] = projects.data?.data.map(project => project.name) ?? []
console.log(JSON.stringify({
  before: before.data?.data.length,
  created: created.data?.title,
  after: titles,
  remaining: after.response.headers.get('x-ratelimit-remaining'),
  projects: names,
  refused: (await wrong.json()).code,
}))
`

/** Generates the types, compiles the program with them, runs it, and answers what it printed. */
async function runClient(
  url: string,
  document: object,
  project: SeededProject,
  headers: { token: Record<string, string>; session: Record<string, string> },
): Promise<string> {
  const run = promisify(execFile)
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(cache, 'client-'))
  try {
    const types = astToString(await openapiTS(document as never))
    await writeFile(join(folder, 'schema.ts'), types)
    await writeFile(join(folder, 'main.ts'), program)
    await writeFile(join(folder, 'package.json'), '{"type":"module"}')
    const compilerOptions = {
      strict: true,
      noUncheckedIndexedAccess: true,
      module: 'NodeNext',
      target: 'ES2022',
      types: ['node'],
      // What is not ours takes most of the time.
      skipLibCheck: !isLongRun,
    }
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['main.ts', 'schema.ts'] }),
    )
    const tsc = join(root, 'node_modules/typescript7/bin/tsc')
    await run(process.execPath, [tsc, '-p', folder]).catch(({ stdout }) => {
      throw new Error(`The client does not compile:\n${stdout}`)
    })
    const settings = JSON.stringify({ url, projectName: project.name, ...headers })
    const main = fileURLToPath(pathToFileURL(join(folder, 'main.js')))
    return (await run(process.execPath, [main, settings])).stdout
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
