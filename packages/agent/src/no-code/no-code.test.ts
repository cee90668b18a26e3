import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SchemaFile, WireCustomization } from '@service/protocol'
import { createInProcessService } from '@service/service-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createAgent } from '../agent.js'
import type { AgentOptions } from '../options.js'
import { type OpenAgent, type OpenOptions, openAgent, readError } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

const both = { webhookCustomActions: true, updateRecordCustomActions: true }

let hook: Server
let hookUrl = 'http://127.0.0.1:1/hook'
let received: unknown[]
let status: number
beforeAll(async () => {
  hook = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    received.push({ method: request.method, url: request.url, body: JSON.parse(text) })
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end()
  })
  await new Promise<void>(resolve => hook.listen(0, '127.0.0.1', resolve))
  hookUrl = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`
})
afterAll(() => {
  hook.closeAllConnections()
  hook.close()
})
beforeEach(() => {
  received = []
  status = 204
})

const webhook = (more: object = {}, modelName = 'orders'): WireCustomization => ({
  name: 'Notify',
  type: 'action',
  modelName,
  configuration: { type: 'webhook', configuration: { url: hookUrl }, ...more },
})
const markPaid = (more: object = {}): WireCustomization => ({
  name: 'Mark as paid',
  type: 'action',
  modelName: 'orders',
  configuration: {
    scope: 'bulk',
    type: 'update-record',
    configuration: {
      fields: [
        { fieldName: 'status', value: 'paid' },
        { fieldName: 'total', value: '12' },
      ],
    },
    ...more,
  },
})

let open: OpenAgent | undefined
const logger = vi.fn()
const start = async (customizations: readonly unknown[], options: OpenOptions = {}) => {
  logger.mockReset()
  const service = createInProcessService({
    users: [{ id: 7, email: 'ada@example.com', roleId: 1 }],
    rights: true,
    customizations: customizations as WireCustomization[],
  })
  open = await openAgent(shop(), { service, experimental: both, logger, ...options })
  return { ...open, service }
}
afterEach(async () => {
  await open?.close()
  open = undefined
})
const run = (ids: readonly string[], more: object = {}) => ({
  data: { attributes: { ids, values: {}, ...more } },
})
const errors = () =>
  logger.mock.calls.filter(([level]) => level === 'Error').map(([, text]) => text)

describe('an action made without code', () => {
  it('posts the key of its record, and answers how that went', async () => {
    const { send } = await start([webhook({ scope: 'single' })])
    expect((await send('POST', '/_actions/orders/0/notify', run(['2']))).status).toBe(200)
    const body = { action: { name: 'Notify', scope: 'single' }, record: { id: 2 } }
    expect(received).toEqual([{ method: 'POST', url: '/hook', body }])
    for (const failure of [500, 302]) {
      status = failure
      const answer = await send('POST', '/_actions/orders/0/notify', run(['2']))
      expect([answer.status, answer.json]).toEqual([
        400,
        { error: `'Notify' failed: the webhook responded with status ${failure}.` },
      ])
    }
    expect(received).toHaveLength(3)
  })

  it('posts the keys of a selection, by the parts of a composite key, or none', async () => {
    const { send } = await start([
      webhook({ scope: 'bulk' }, 'order_products'),
      webhook({ scope: 'global' }, 'products'),
    ])
    await send('POST', '/_actions/order_products/0/notify', run(['1|pen', '2|pen']))
    await send('POST', '/_actions/products/0/notify', run([]))
    expect(received.map(each => (each as { body: unknown }).body)).toEqual([
      {
        action: { name: 'Notify', scope: 'bulk' },
        records: [
          { order_id: 1, sku: 'pen' },
          { order_id: 2, sku: 'pen' },
        ],
      },
      { action: { name: 'Notify', scope: 'global' }, records: [] },
    ])
  })

  it('says that its address cannot be reached, and does not repeat it', async () => {
    const url = 'http://127.0.0.1:1/secret'
    const { send } = await start([webhook({ configuration: { url } })])
    const answer = await send('POST', '/_actions/orders/0/notify', run(['2']))
    expect(answer.json).toEqual({ error: "'Notify' failed: the webhook cannot be reached." })
  })

  it('writes its values to the records selected, and to no other', async () => {
    const { send, get } = await start([markPaid()])
    const answer = await send('POST', '/_actions/orders/0/mark-as-paid', run(['2']))
    expect(answer.status).toBe(200)
    const read = async (id: number) => {
      const { json } = await get(`/orders/${id}?fields[orders]=status,total`)
      return (json as { data: { attributes: object } }).data.attributes
    }
    expect(await read(2)).toMatchObject({ status: 'paid', total: 12 })
    expect(await read(1)).toMatchObject({ status: 'paid', total: 10.5 })
  })

  it('follows the rules of fields and the rights of actions', async () => {
    const fields = [{ fieldName: 'reference', value: 'far too long for it' }]
    const { send, service } = await start([
      markPaid({ configuration: { fields } }),
      webhook({ scope: 'bulk' }),
    ])
    const refused = await send('POST', '/_actions/orders/0/mark-as-paid', run(['2']))
    expect([refused.status, readError(refused).detail]).toEqual([
      400,
      expect.stringContaining('reference'),
    ])
    service.setRights('orders', { browse: true, read: true, edit: true })
    const forbidden = await send('POST', '/_actions/orders/1/notify', run(['2']))
    expect([forbidden.status, received]).toEqual([403, []])
  })

  it('is in the schema that the service gets, in production too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'agent-'))
    const schemaPath = join(folder, 'schema.json')
    await writeFile(schemaPath, '{"collections":[]}')
    const service = createInProcessService({ users: [], rights: true, customizations: [webhook()] })
    const sent = vi.spyOn(service, 'sendSchema')
    open = await openAgent(shop(), {
      service,
      experimental: both,
      isProduction: true,
      schemaPath,
    })
    const orders = sent.mock.calls[0]?.[0].collections.find(({ name }) => name === 'orders')
    expect(orders?.actions.map(({ name }) => name)).toEqual(['Notify'])
    expect(await readFile(schemaPath, 'utf8')).toBe('{"collections":[]}')
    await rm(folder, { recursive: true })
  })

  it.each([
    [{ webhookCustomActions: true }, [200, 404]],
    [{ updateRecordCustomActions: true }, [404, 200]],
    [{ webhookCustomActions: false }, [404, 404]],
    [undefined, [404, 404]],
  ])('is there when experimental is %j', async (experimental, expected) => {
    const only = (name: string) => (expected[0] === 404 && name === 'mark-as-paid' ? 0 : 1)
    const { send } = await start([webhook(), markPaid()], { experimental })
    const statuses = [
      (await send('POST', '/_actions/orders/0/notify', run(['2']))).status,
      (await send('POST', `/_actions/orders/${only('mark-as-paid')}/mark-as-paid`, run(['2'])))
        .status,
    ]
    expect(statuses).toEqual(expected)
  })
})

describe('what cannot be applied', () => {
  it.each<[string, object, RegExp]>([
    ['an unknown type', { ...webhook(), type: 'field' }, /'type' is "field"\. It must be 'action'/],
    ['an unknown collection', webhook({}, 'ordrs'), /No collection 'ordrs'.*Did you mean 'orders'/],
    ['a removed collection', webhook({}, 'audits'), /No collection 'audits'/],
    ['an unknown scope', webhook({ scope: 'many' }), /'scope' is "many".*single, bulk, global/],
    ['an unknown kind', webhook({ type: 'script' }), /'webhook' or 'update-record'/],
    ['an unknown member', { ...webhook(), code: 'x' }, /it has 'code'\. It may have: name, type/],
    ['no name', { ...webhook(), name: ' ' }, /'name' is " "\. It must be a text/],
    ['what is no object', 7 as never, /it is 7, not an object/],
    ['plain http', webhook({ configuration: { url: 'http://example.com' } }), /an https address/],
    ['a password', webhook({ configuration: { url: 'https://a:pw@example.com' } }), /without user/],
    ['a file', webhook({ configuration: { url: 'file:///etc/passwd' } }), /an https address/],
    ['a name of code', { ...webhook(), name: 'Taken' }, /already has an action of this name/],
    ['no field', markPaid({ configuration: { fields: [] } }), /at least one field/],
    [
      'an unknown field',
      markPaid({ configuration: { fields: [{ fieldName: 'stats', value: 'x' }] } }),
      /No field 'stats' on 'orders'.*Did you mean 'status'/,
    ],
    [
      'a relation',
      markPaid({ configuration: { fields: [{ fieldName: 'customer', value: 1 }] } }),
      /No field 'customer' on 'orders'/,
    ],
    [
      'a read-only field',
      markPaid({ configuration: { fields: [{ fieldName: 'version', value: 1 }] } }),
      /'version' of 'orders' cannot be written/,
    ],
    [
      'a key',
      markPaid({ configuration: { fields: [{ fieldName: 'id', value: 1 }] } }),
      /'id' of 'orders' cannot be written/,
    ],
    [
      'a value of another type',
      markPaid({ configuration: { fields: [{ fieldName: 'status', value: 'lost' }] } }),
      /The value of 'status' is wrong.*Allowed: draft, paid/,
    ],
    [
      'an object as value',
      markPaid({ configuration: { fields: [{ fieldName: 'status', value: {} }] } }),
      /'value' is \{\}\. It must be a text, a number/,
    ],
    ['an update of everything', markPaid({ scope: 'global' }), /records are updated by 'single'/],
  ])('is refused: %s', async (_, customization, message) => {
    const { send } = await start([customization, { ...webhook(), name: 'Other' }], {
      customize: agent =>
        agent.removeCollection('audits').customizeCollection('orders', orders =>
          orders.addAction('Taken', {
            scope: 'Bulk',
            execute: (_context, { success }) => success('code'),
          }),
        ),
    })
    expect(errors()).toEqual([expect.stringMatching(message)])
    expect(errors()[0]).not.toContain('pw@')
    const code = await send('POST', '/_actions/orders/0/taken', run(['1']))
    expect(code.text).toContain('code')
    expect((await send('POST', '/_actions/orders/1/other', run(['1']))).status).toBe(200)
  })

  it('is refused: two of one name, and two of one path without numbers', async () => {
    await start([webhook(), webhook()])
    expect(errors()).toHaveLength(1)
    await open?.close()
    const { send } = await start([webhook(), { ...webhook(), name: 'NOTIFY' }], {
      useUnsafeActionEndpoint: true,
    })
    expect(errors()).toHaveLength(1)
    expect((await send('POST', '/_actions/orders/notify', run(['1']))).status).toBe(200)
  })
})

describe('a change of actions made without code', () => {
  it('is applied at once, and drops no request', async () => {
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    const { send, service } = await start([], {
      customize: agent =>
        agent.customizeCollection('orders', orders =>
          orders.addAction('Slow', {
            scope: 'Global',
            execute: async (_context, { success }) => {
              await held
              return success('slow')
            },
          }),
        ),
    })
    const slow = send('POST', '/_actions/orders/0/slow', run([]))
    service.setCustomizations([webhook()])
    await vi.waitFor(async () => {
      const { status: found } = await send('POST', '/_actions/orders/1/notify', run(['1']))
      expect(found).toBe(200)
    }, 60_000)
    release()
    expect((await slow).text).toContain('slow')
    service.setCustomizations([])
    await vi.waitFor(async () => {
      const { status: found } = await send('POST', '/_actions/orders/1/notify', run(['1']))
      expect(found).toBe(404)
    }, 60_000)
  })
})

describe('generateSchemaOnly', () => {
  let folder: string
  let schemaPath: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'agent-'))
    schemaPath = join(folder, 'schema.json')
  })
  afterEach(() => rm(folder, { recursive: true }))

  const secrets = { authSecret: 'x'.repeat(32), envSecret: '0'.repeat(64) }
  const createTestAgent = (options: Partial<AgentOptions>) =>
    createAgent({ ...secrets, schemaPath, isProduction: true, logger, ...options })
  const listActions = async () => {
    const { collections } = JSON.parse(await readFile(schemaPath, 'utf8')) as SchemaFile
    return collections.flatMap(({ actions }) => actions.map(({ name }) => name))
  }

  it('builds everything anew at each call', async () => {
    let columns: object = { id: { type: 'Number', isPrimaryKey: true } }
    const { createMemoryDataSource } = await import('@service/datasource-memory')
    const agent = createTestAgent({}).addDataSource((...args) =>
      createMemoryDataSource({ things: { columns } } as never)(...args),
    )
    try {
      await agent.generateSchemaOnly()
      expect(await readFile(schemaPath, 'utf8')).not.toContain('"added"')
      columns = { ...columns, added: 'String' }
      await agent.generateSchemaOnly()
      expect(await readFile(schemaPath, 'utf8')).toContain('"added"')
    } finally {
      await agent.stop()
    }
  })

  it('asks the service for actions made without code, when experimental says so', async () => {
    const asked: (string | undefined)[] = []
    const service = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      response.setHeader('content-type', 'application/json').end(JSON.stringify([webhook()]))
    })
    await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve))
    const serverUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    try {
      const plain = createTestAgent({ serverUrl }).addDataSource(shop())
      await plain.generateSchemaOnly()
      await plain.stop()
      expect([asked, await listActions()]).toEqual([[], []])
      const asking = createTestAgent({ serverUrl, experimental: both }).addDataSource(shop())
      await asking.generateSchemaOnly()
      await asking.stop()
      expect(asked).toEqual(['GET /agent-api/model-customizations'])
      expect(await listActions()).toEqual(['Notify'])
    } finally {
      service.closeAllConnections()
      service.close()
    }
    const away = createTestAgent({ serverUrl, experimental: both }).addDataSource(shop())
    await expect(away.generateSchemaOnly()).rejects.toMatchObject({ status: 503 })
    await away.stop()
  })
})

it.each([
  [{ experimental: true }, /Option 'experimental' is true/],
  [{ experimental: { webhookActions: true } }, /'webhookActions'.*webhookCustomActions/],
  [{ experimental: { webhookCustomActions: 'yes' } }, /each true or false/],
])('refuses %j', (option, message) => {
  const options = { authSecret: 'x'.repeat(32), envSecret: '0'.repeat(64), ...option }
  expect(() => createAgent(options as AgentOptions)).toThrow(message)
})
