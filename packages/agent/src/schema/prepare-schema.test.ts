import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryDataSource } from '@service/datasource-memory'
import { compile, type Model } from '@service/engine'
import type { ServicePort } from '@service/service-client'
import { createInProcessService } from '@service/service-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { resolveOptions } from '../options.js'
import { generateSchema, hashSchema, prepareSchema } from './prepare-schema.js'
import { schemaMeta } from './schema-meta.js'

let folder: string
let model: Model
let sent: string[]
let service: ServicePort

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'schema-'))
  sent = []
  const inProcess = createInProcessService({ users: [], rights: true })
  service = {
    ...inProcess,
    sendSchema: async (schema, hash) => {
      sent.push(`${schema.collections.map(({ name }) => name).join(',')} ${hash}`)
      return 'sent'
    },
  }
  const open = createMemoryDataSource({
    orders: { columns: { id: { type: 'Number', isPrimaryKey: true } } },
  })
  const dataSource = await open(
    () => {},
    async () => {},
  )
  model = await compile([{ dataSource }], [])
})

afterEach(() => rm(folder, { recursive: true }))

const options = (extra: object = {}) =>
  resolveOptions({
    authSecret: 'a secret for tests, of 32 characters',
    envSecret: '0'.repeat(64),
    schemaPath: join(folder, 'schema.json'),
    logger: () => {},
    ...extra,
  })

describe('prepareSchema in development', () => {
  it('writes the file and sends it under a SHA-1', async () => {
    await prepareSchema(model, options(), service)
    const schema = JSON.parse(await readFile(options().schemaPath, 'utf8'))
    expect(Object.keys(schema)).toEqual(['collections', 'meta'])
    expect(schema.meta).toEqual(schemaMeta)
    expect(sent).toEqual([`orders ${hashSchema(schema)}`])
    expect(sent[0]).toMatch(/^orders [0-9a-f]{40}$/)
  })

  it('does not touch an unchanged file', async () => {
    const { schemaPath } = options()
    await prepareSchema(model, options(), service)
    const past = new Date('2020-01-01')
    await utimes(schemaPath, past, past)
    await prepareSchema(model, options(), service)
    expect((await stat(schemaPath)).mtime).toEqual(past)
  })

  it('names the option when the file cannot be written', async () => {
    const schemaPath = join(folder, 'missing', 'schema.json')
    await expect(prepareSchema(model, options({ schemaPath }), service)).rejects.toThrow(
      /^Option 'schemaPath' is '.*missing.*', which cannot be written: ENOENT/,
    )
  })

  it('tells schemas apart by their collections alone', async () => {
    const schema = await generateSchema(model, options())
    const meta = { ...schema.meta, liana_version: '99.0.0' }
    expect(hashSchema({ ...schema, meta })).toBe(hashSchema(schema))
    expect(hashSchema({ ...schema, collections: [] })).not.toBe(hashSchema(schema))
  })

  it('neither writes nor sends with skipSchemaUpdate, and says so', async () => {
    const lines: string[] = []
    const logger = (level: string, message: string) => lines.push(`${level} ${message}`)
    await prepareSchema(model, options({ skipSchemaUpdate: true, logger }), service)
    expect(sent).toEqual([])
    await expect(stat(options().schemaPath)).rejects.toThrow('ENOENT')
    expect(lines).toEqual(['Warn The schema is neither written nor sent: skipSchemaUpdate is set'])
  })

  it('goes on when the service is away, and says that the schema follows', async () => {
    const lines: string[] = []
    const logger = (_: string, message: string) => lines.push(message)
    const away = { ...service, sendSchema: async () => 'later' as const }
    await prepareSchema(model, options({ logger }), away)
    expect(lines[0]).toMatch(/^Schema to be sent when the service is available \([0-9a-f]{40}\)$/)
  })

  it('writes typings when a path is given', async () => {
    const typingsPath = join(folder, 'typings.ts')
    await prepareSchema(model, options({ typingsPath }), service)
    expect(await readFile(typingsPath, 'utf8')).toMatch(/orders/)
  })
})

describe('prepareSchema in production', () => {
  it('sends the deployed file, with the meta of the agent that runs', async () => {
    const { schemaPath } = options()
    const deployed = { collections: [{ name: 'deployed' }], meta: { liana: 'older' } }
    await writeFile(schemaPath, JSON.stringify(deployed))
    await prepareSchema(model, options({ isProduction: true }), service)
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatch(/^deployed /)
    expect(JSON.parse(await readFile(schemaPath, 'utf8'))).toEqual(deployed)
  })

  it.each([
    ['is missing', undefined],
    ['is not JSON', 'collections:'],
    ['is another document', '{"a":1}'],
    ['is null', 'null'],
  ])('fails when the file %s, saying what to do', async (_, text) => {
    if (text !== undefined) await writeFile(options().schemaPath, text)
    await expect(prepareSchema(model, options({ isProduction: true }), service)).rejects.toThrow(
      /cannot be read: .* call generateSchemaOnly, and commit the file\.$/,
    )
    expect(sent).toEqual([])
  })
})

describe('generateSchema', () => {
  it('writes the file also in production, and sends nothing', async () => {
    await generateSchema(model, options({ isProduction: true }))
    expect(await readFile(options().schemaPath, 'utf8')).toContain('"name": "orders"')
    expect(sent).toEqual([])
  })
})
