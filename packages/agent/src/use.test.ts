import { afterEach, describe, expect, it } from 'vitest'
import type { CollectionPlugin, Plugin } from './index.js'
import { type OpenAgent, openAgent } from './testing/open-agent.js'
import { shop } from './testing/shop.js'

let open: OpenAgent | undefined

afterEach(async () => {
  await open?.close()
  open = undefined
})

/** Adds a segment of the records without a value, for each column that may be empty. */
const addEmptySegments: CollectionPlugin<{ readonly except: string }> = (
  _,
  collection,
  options,
) => {
  for (const field of collection.schema.fields.values()) {
    if (field.kind !== 'Column' || !field.operators.has('Missing')) continue
    if (field.isPrimaryKey || field.name === options.except) continue
    collection.addSegment(`No ${field.name}`, { field: field.name, operator: 'Missing' })
  }
}

const ids = async (agent: OpenAgent, path: string) =>
  ((await agent.get(path)).json as { data: { id: string }[] }).data.map(({ id }) => id)

describe('agent.use', () => {
  it('loads a plugin on a collection, and again at a restart', async () => {
    let runs = 0
    const counted: CollectionPlugin<{ readonly except: string }> = async (...args) => {
      runs++
      await addEmptySegments(...args)
    }
    open = await openAgent(shop(), {
      customize: agent =>
        agent.customizeCollection('customers', customers =>
          customers.use(counted, { except: 'name' }).renameField('born_on', 'birthday'),
        ),
    })
    const path = `/customers?segment=${encodeURIComponent('No born_on')}`
    expect(await ids(open, path)).toEqual(['2'])
    await open.agent.restart()
    expect(await ids(open, path)).toEqual(['2'])
    expect(runs).toBe(2)
  })

  it('loads a plugin on the agent', async () => {
    const hideJunctions: Plugin = dataSource => {
      const names = [...dataSource.collections.values()].flatMap(({ name, fields }) =>
        [...fields.values()].every(field => field.kind !== 'Column' || field.name !== 'id')
          ? [name]
          : [],
      )
      dataSource.removeCollection(...names)
    }
    open = await openAgent(shop(), { customize: agent => agent.use(hideJunctions) })
    expect((await open.get('/order_products')).status).toBe(404)
    expect((await open.get('/orders')).status).toBe(200)
  })

  it('stops the start when the plugin fails, with the plugin and the line', async () => {
    const failing: Plugin = async dataSource => {
      dataSource.customizeCollection('ordrs', orders => orders.disableCount())
    }
    await expect(
      openAgent(shop(), { logger: () => {}, customize: agent => agent.use(failing) }),
    ).rejects.toThrow(
      /use\(failing\) on the agent: customizeCollection on 'ordrs': No collection 'ordrs'.*use\.test\.ts:\d+.*use\.test\.ts:\d+/s,
    )
  })
})
