import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { Server, Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runCommand } from '../testing/run-command.js'
import { sampleDatabase } from '../testing/sample-database.js'
import { schemaUpload } from '../testing/schema-upload.js'
import { envSecret, startStubService } from '../testing/start-stub-service.js'
import { temporaryFolder } from '../testing/temporary-folder.js'

/** The first tests import the agent and the drivers, which takes long. */
const PATIENT = { timeout: 60_000 }

let folder: string
let url: string
beforeEach(async () => {
  folder = await temporaryFolder()
  url = await sampleDatabase(folder)
})

const update = (environment: Record<string, string | undefined> = {}) =>
  runCommand(['update-typings'], { folder, environment })
const typings = () => readFile(join(folder, 'typings.d.ts'), 'utf8')

const writeDataSources = (entries: object | string) =>
  writeFile(
    join(folder, 'datasources.js'),
    typeof entries === 'string' ? entries : `export default () => (${JSON.stringify(entries)})`,
  )
const writeCode = async (code: string) => {
  await mkdir(join(folder, 'dist'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'dist', 'index.js'), code)
}
const addsField = `export default agent => {
  agent.customizeCollection('customers', customers => customers.addField('label', {
    columnType: 'String', dependencies: ['name'], getValues: records => records.map(r => r.name),
  }))
}`

describe('update-typings', PATIENT, () => {
  it('describes the databases as the built code leaves them', async () => {
    await writeDataSources({ main: { connectionOptions: url } })
    await writeCode(addsField)
    const { code, output, errors } = await update()
    expect([code, output, errors]).toEqual([0, 'Wrote typings.d.ts.\n', ''])
    expect(await typings()).toContain(`  customers: {
    columns: {
      city: string | null
      id: number
      label: string | null
      name: string
    }
    toOne: object
    toMany: {
      orders: "orders"
    }
    maxDepth: 3
  }
`)
    expect((await readdir(folder)).sort()).toEqual([
      'datasources.js',
      'dist',
      'package.json',
      'shop.db',
      'typings.d.ts',
    ])
  })

  it('leaves a file alone that says the same', async () => {
    await writeDataSources({ main: { connectionOptions: url } })
    await writeCode(addsField)
    await update()
    await utimes(join(folder, 'typings.d.ts'), 1000, 1000)
    expect((await update()).output).toBe('typings.d.ts is up to date.\n')
    expect((await stat(join(folder, 'typings.d.ts'))).mtimeMs).toBe(1_000_000)
  })

  it('accepts connections as parameters, and appends the suffix of a database to its names', async () => {
    await sampleDatabase(folder, 'archive.db')
    await writeDataSources({
      main: { connectionOptions: { uri: url } },
      archive: {
        connectionOptions: { dialect: 'sqlite', storage: join(folder, 'archive.db') },
        datasourceSuffix: '_old',
      },
    })
    await writeCode('export default async agent => { agent.removeCollection("orders_old") }')
    expect((await update()).errors).toBe('')
    const text = await typings()
    for (const name of ['customers', 'customers_old', 'orders', 'orders_old']) {
      expect(text).toContain(`  ${name}: {\n`)
    }
    expect(text).toContain('customer: "customers_old"')
  })

  describe('with the variables of .env', () => {
    afterEach(() => vi.unstubAllEnvs())

    it('lets datasources.js read them', async () => {
      vi.stubEnv('DATABASE_URL', undefined)
      await writeFile(join(folder, '.env'), `DATABASE_URL='${url}'\n`)
      await writeDataSources(
        'export default () => ({ main: { connectionOptions: process.env.DATABASE_URL } })',
      )
      await writeCode(addsField)
      const { code, errors } = await update(process.env)
      expect([code, errors]).toEqual([0, ''])
    })
  })

  it('opens no port and sends no request', async () => {
    await writeDataSources({ main: { connectionOptions: url } })
    await writeCode(addsField)
    const connect = vi.spyOn(Socket.prototype, 'connect')
    const listen = vi.spyOn(Server.prototype, 'listen')
    try {
      expect((await update({ SERVICE_SERVER_URL: 'http://127.0.0.1:1' })).code).toBe(0)
      expect([connect, listen].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
    } finally {
      vi.restoreAllMocks()
    }
  })

  it('describes what the agent uploaded while no database is named', async () => {
    const service = await startStubService()
    try {
      await writeDataSources({})
      await writeCode('export default () => {}')
      const environment = { SERVICE_SERVER_URL: service.url, SERVICE_ENV_SECRET: envSecret }
      const early = await update(environment)
      expect([early.code, early.errors]).toEqual([
        1,
        expect.stringContaining('no agent has uploaded a schema for this environment'),
      ])
      service.schema = schemaUpload
      const { code, output, errors } = await update(environment)
      expect([code, errors]).toEqual([0, ''])
      expect(output).toContain('using the schema that the agent uploaded')
      expect(
        await typings(),
      ).toBe(`// Written by the agent from the collections it serves. Changes are overwritten.
export type Schema = {
  "order.lines": {
    columns: {
      address: { city: string } | null
      id: number
      odd: unknown | null
      state: "open" | "paid" | null
      tags: Array<string> | null
      untold: unknown | null
    }
    toOne: {
      product: "products"
    }
    toMany: object
    maxDepth: 3
  }
  products: {
    columns: {
      id: string
      name: string
    }
    toOne: object
    toMany: {
      lines: "order.lines"
    }
    maxDepth: 3
  }
}
`)
    } finally {
      await service.stop()
    }
  })
})

describe('update-typings while no database is named', PATIENT, () => {
  const updateUploaded = async (code: string) => {
    const service = await startStubService()
    service.schema = schemaUpload
    try {
      await writeDataSources({})
      await writeCode(code)
      return await update({ SERVICE_SERVER_URL: service.url, SERVICE_ENV_SECRET: envSecret })
    } finally {
      await service.stop()
    }
  }

  it('describes what the agent uploaded as the built code leaves it', async () => {
    const { code, errors } = await updateUploaded(`export default agent =>
      agent.addChart('x', () => {}).customizeCollection('products', products => products
        .addField('label', { columnType: 'Number', dependencies: ['name'], getValues: () => [] })
        .addOneToManyRelation('copies', 'products', { originKey: 'id' })
        .importField('none', { path: 'nowhere:name' })
        .addSegment('s', { field: 'name', operator: 'Equal', value: 1 })
        .removeField('gone'))
      .customizeCollection('order.lines', lines => lines
        .addField('odd', { columnType: ['Date'], dependencies: ['id'], getValues: () => [] })
        .renameField('condition', 'state')
        .importField('title', { path: 'product:name' }))
      .removeCollection('gone')`)
    expect([code, errors]).toEqual([
      0,
      expect.stringMatching(
        /^Warning: The uploaded schema has too little information for importField on 'products': .*nowhere[\s\S]*index\.js:\d+:\d+\n$/,
      ),
    ])
    const text = await typings()
    expect(text).toContain('      label: number | null\n')
    expect(text).toContain('      copies: "products"\n')
    expect(text).toContain('      odd: Array<string> | null\n')
    expect(text).toContain('      condition: "open" | "paid" | null\n')
    expect(text).not.toContain('      state: ')
    expect(text).toContain('      title: string')
  })

  it('describes the databases that the code adds itself', async () => {
    const { code, errors } = await updateUploaded(`export default agent => {
      agent.addDataSource(async () => ({
        collections: [], capabilities: { joins: false, nulls: 'last' }, nativeConnections: [],
        async check() {}, async close() {},
      }))
    }`)
    expect([code, errors]).toEqual([0, ''])
    expect(await typings()).not.toContain('products')
  })

  it('needs the built code', async () => {
    await writeDataSources({})
    const { code, errors } = await update({ SERVICE_SERVER_URL: 'http://127.0.0.1:1' })
    expect([code, errors]).toEqual([1, expect.stringContaining('The built code is missing')])
  })
})

describe('update-typings fails, and keeps the typings,', PATIENT, () => {
  beforeEach(async () => {
    await writeDataSources({ main: { connectionOptions: url } })
    await writeFile(join(folder, 'typings.d.ts'), 'before')
  })
  const failure = async () => {
    const { code, output, errors } = await update()
    expect([code, output]).toEqual([1, ''])
    expect(await typings()).toBe('before')
    expect((await readdir(folder)).filter(name => name.endsWith('.tmp'))).toEqual([])
    return errors
  }

  it('without built code, saying what builds it', async () => {
    expect(await failure()).toBe(
      `forest-cloud: The built code is missing: ${join('dist', 'index.js')}. Run 'npm run build' first.\n`,
    )
  })

  it.each([
    ['export const customize = () => {}', /does not export a function: src\/index\.ts must have/],
    ['export default {}', /does not export a function/],
    ['export default (', /index\.js cannot be loaded: /],
    ["import 'not-there'", /cannot be loaded: Cannot find package 'not-there'/],
    [
      "export default () => { throw new RangeError('too far') }",
      /^forest-cloud: The customization code failed: RangeError: too far\n$/,
    ],
    ["export default async () => { throw 'text' }", /The customization code failed: text\n$/],
    [
      "export default agent => agent.customizeCollection('custmers', c => c.disableCount())",
      /No collection 'custmers'.*\n {4}at .*dist\/index\.js:1:/,
    ],
    [
      'export default agent => agent.addChart("x", () => {}).start()',
      /The customization code calls start\(\), which only the application that runs the agent may call/,
    ],
    [
      'export default agent => agent.mountOnStandaloneServer(0)',
      /calls mountOnStandaloneServer\(\)/,
    ],
  ])('with the code %s', async (code, message) => {
    await writeCode(code)
    expect(await failure()).toMatch(message)
  })

  it('without showing secrets that the code puts into its errors', async () => {
    const connectionOptions = {
      dialect: 'sqlite',
      storage: join(folder, 'shop.db'),
      password: 'hush-hush',
    }
    await writeDataSources({ main: { connectionOptions } })
    await writeCode(`export default () => { throw new Error('no hush-hush, no ${envSecret}') }`)
    const { code, errors } = await update({ SERVICE_ENV_SECRET: envSecret })
    expect([code, errors]).toEqual([
      1,
      'forest-cloud: The customization code failed: no •••, no •••\n',
    ])
  })

  it.each([
    ['export const a = 1', /datasources\.js does not export a function\. Its default export must/],
    ['export default () => [1]', /does not return an object/],
    ["export default () => { throw new Error('no vault') }", /datasources\.js failed: no vault/],
    ['export default () => ({ main: 1 })', /'main' must be an object with connectionOptions/],
    ['export default () => ({ main: {} })', /'main' has no connectionOptions\. Is the variable/],
    [
      'export default () => ({ main: { url: 1 } })',
      /'main' has 'url'; it may have: connectionOptions, datasourceSuffix\./,
    ],
    [
      'export default () => ({ main: { connectionOptions: "sqlite:x", datasourceSuffix: 1 } })',
      /'main' must have a text as datasourceSuffix/,
    ],
    ['export default () => ({ main: { connectionOptions: 7 } })', /must be a URL, or an object/],
    [
      'export default () => ({ main: { connectionOptions: "oracle://u:hush-hush@h/d" } })',
      /The URL of 'main' is invalid: Unknown database 'oracle'/,
    ],
    [
      'export default () => ({ main: { connectionOptions: "postgres://u:hush-hush@127.0.0.1:1/d" } })',
      /The database 'main' cannot be used\. The postgres database 'd' on 127\.0\.0\.1 cannot be opened/,
    ],
    [
      'export default () => ({ main: { connectionOptions: { dialect: "mysql", host: "127.0.0.1", port: 1, user: "u", password: "hush-hush", database: "d" } } })',
      /The mysql database 'd' on 127\.0\.0\.1 cannot be opened/,
    ],
    [
      'export default () => ({ main: { connectionOptions: { database: "d", host: "127.0.0.1", port: 1, password: "hush-hush", user: "u", connectTimeoutMs: 50 } } })',
      /The database 'main' cannot be used\. Cannot reach a MongoDB server/,
    ],
    [
      'export default () => ({ main: { connectionOptions: { dialect: "sqlite", storage: "missing.db" } } })',
      /The file 'missing\.db' does not exist/,
    ],
  ])('with datasources.js %s', async (text, message) => {
    await writeDataSources(text)
    await writeCode(addsField)
    const errors = await failure()
    expect(errors).toMatch(message)
    expect(errors).not.toContain('hush')
  })
})

it('update-typings fails outside a project', async () => {
  const { code, errors } = await update()
  expect([code, errors]).toEqual([
    1,
    expect.stringContaining(`There is no datasources.js in ${folder}`),
  ])
})
