import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from './database.js'
import { demoData, sizes } from './demo-data.js'
import { copyEmptyShop } from './testing/copy-templates.js'
import { type OpenStore, openStore } from './testing/open-store.js'

interface Answer {
  readonly status: number
  readonly body: {
    readonly data: { readonly id: string; readonly attributes: Record<string, unknown> }[]
    readonly count: number
    readonly errors: { readonly detail: string }[]
  }
}

function ask(store: OpenStore, person: 'manager' | 'support') {
  const headers = { authorization: `Bearer ${store.sessions[person]}` }
  return async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const separator = path.includes('?') ? '&' : '?'
    const url = `${store.agentUrl}${path}${separator}timezone=Europe/Paris`
    const response = await fetch(url, { ...init, headers: { ...headers, ...init.headers } })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }
}

const postgresUrl = inject('postgresUrl')

describe('the example shop on the embedded database', () => {
  const shop = describeShop(async () => undefined)

  it('keeps the data for a second start, which is refused while the first runs', async () => {
    const update = await ask(shop.store(), 'manager')('/tags/1', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { type: 'tags', id: '1', attributes: { label: 'kept' } } }),
    })
    expect(update.status).toBe(200)
    await expect(openDatabase(shop.dataDir())).rejects.toThrow(/in use by process \d+/)
    await shop.restart()
    const { body } = await ask(shop.store(), 'manager')('/tags?sort=id&page[size]=1')
    expect(body.data[0]?.attributes.label).toBe('kept')
  })
})

describe.skipIf(!postgresUrl)('the example shop on PostgreSQL', () => {
  describeShop(() => createDatabase(postgresUrl as string))
})

/** A database of this suite's own on the server. */
async function createDatabase(server: string): Promise<string> {
  const name = `store_${process.pid}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
  return Object.assign(new URL(server), { pathname: name }).href
}

function describeShop(databaseUrl: () => Promise<string | undefined>) {
  let dataDir: string
  let store: OpenStore
  let asManager: ReturnType<typeof ask>
  let asSupport: ReturnType<typeof ask>

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'store-'))
    copyEmptyShop(inject('embeddedTemplates'), dataDir)
    store = await openStore({ dataDir, databaseUrl: await databaseUrl() })
    asManager = ask(store, 'manager')
    asSupport = ask(store, 'support')
  })

  afterAll(async () => {
    await store?.stop()
    await rm(dataDir, { recursive: true, force: true })
  })

  it('counts every order of the demo data', async () => {
    expect((await asManager('/orders/count')).body).toEqual({ count: sizes.orders })
  })

  it('lists the newest orders with their customer', async () => {
    const query =
      'sort=-ordered_at&page[size]=3&fields[orders]=reference,customer&fields[customer]=full_name'
    const { status, body } = await asManager(`/orders?${query}`)
    expect(status).toBe(200)
    expect(body.data.map(order => order.attributes.reference)).toEqual([
      'ORD-002000',
      'ORD-001999',
      'ORD-001998',
    ])
    expect(body).toHaveProperty('included.0.attributes.full_name')
  })

  it('lists the tags of a product through the junction', async () => {
    const tags = demoData().get('product_tags') ?? []
    const expected = tags.filter(tag => tag.product_id === 1).map(tag => String(tag.tag_id))
    const { body } = await asManager('/products/1/relationships/tags?sort=id')
    expect(body.data.map(tag => tag.id)).toEqual(expected)
  })

  it('lets support read orders and refuses it suppliers and deletions', async () => {
    expect((await asSupport('/orders?page[size]=1')).status).toBe(200)
    expect((await asSupport('/suppliers')).status).toBe(403)
    expect((await asSupport('/orders/1', { method: 'DELETE' })).status).toBe(403)
  })

  it('refuses what the tables do not allow, naming the column', async () => {
    const attributes = { sku: 'SKU-00001', name: 'Twin', price: 1, supplier_id: 1 }
    const { status, body } = await asManager('/products', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { type: 'products', attributes } }),
    })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(body.errors[0]?.detail).toContain('sku')
  })

  return {
    store: () => store,
    dataDir: () => dataDir,
    async restart() {
      await store.stop()
      store = await openStore({ dataDir })
    },
  }
}
