import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type OpenAgent, openAgent } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

let open: OpenAgent
let callers: Record<string, string>

/** Records the caller of a callback. */
const seen = (callback: string, { caller }: { readonly caller: { readonly email: string } }) => {
  callers[callback] = caller.email
}

beforeAll(async () => {
  open = await openAgent(shop(), {
    customize: agent =>
      agent
        .addChart('all', (context, { value }) => {
          seen('addChart', context)
          return value(1)
        })
        .customizeCollection('orders', orders =>
          orders
            .addField('label', {
              columnType: 'String',
              dependencies: ['id'],
              getValues: (records, context) => {
                seen('addField', context)
                return records.map(() => 'x')
              },
            })
            .replaceFieldOperator('label', 'Equal', (_, context) => {
              seen('replaceFieldOperator', context)
              return { field: 'id', operator: 'Present' }
            })
            .replaceFieldWriting('label', (_, context) => {
              seen('replaceFieldWriting', context)
              return {}
            })
            .addExternalRelation('lines', {
              schema: { id: 'Number' },
              listRecords: (_, context) => {
                seen('addExternalRelation', context)
                return []
              },
            })
            .addSegment('Some', context => {
              seen('addSegment', context)
              return { field: 'id', operator: 'Present' }
            })
            .replaceSearch((_text, _extended, context) => {
              seen('replaceSearch', context)
              return { field: 'id', operator: 'Present' }
            })
            .addHook('Before', 'List', context => seen('addHook', context))
            .addChart('one', (context, { value }) => {
              seen('collection.addChart', context)
              return value(1)
            })
            .addAction('Act', {
              scope: 'Single',
              form: context => {
                seen('form', context)
                return [{ label: 'A', type: 'String', value: inner => inner.caller.role }]
              },
              execute: (context, { success }) => {
                seen('execute', context)
                return success()
              },
            }),
        )
        .customizeCollection('addresses', addresses =>
          addresses
            .overrideCreate(context => {
              seen('overrideCreate', context)
              return [{ id: 1, street: 'x' }]
            })
            .overrideUpdate(context => seen('overrideUpdate', context))
            .overrideDelete(context => seen('overrideDelete', context)),
        ),
  })
})
afterAll(() => open?.close())
beforeEach(() => {
  callers = {}
})

it('every callback that a request leads to is told who calls', async () => {
  const filter = encodeURIComponent('{"field":"label","operator":"equal","value":"x"}')
  const address = { data: { attributes: { street: 'x' } } }
  const run = { data: { attributes: { ids: ['1'], values: {} } } }
  const requests: readonly (readonly [string, string, unknown?])[] = [
    ['GET', `/orders?fields[orders]=id,label,lines&segment=Some&search=x&filters=${filter}`],
    ['PUT', '/orders/1', { data: { attributes: { label: 'y' } } }],
    ['GET', '/_charts/all'],
    ['GET', '/_charts/orders/one?record_id=1'],
    ['POST', '/_actions/orders/0/act', run],
    ['POST', '/addresses', address],
    ['PUT', '/addresses/1', address],
    ['DELETE', '/addresses/1'],
  ]
  const failed: string[] = []
  for (const [method, path, body] of requests) {
    const { status, text } = await open.send(method, path, body)
    if (status >= 300) failed.push(`${method} ${path}: ${status} ${text}`)
  }
  expect(failed).toEqual([])
  expect(new Set(Object.values(callers))).toEqual(new Set(['ada@example.com']))
  expect(Object.keys(callers).sort()).toEqual([
    'addChart',
    'addExternalRelation',
    'addField',
    'addHook',
    'addSegment',
    'collection.addChart',
    'execute',
    'form',
    'overrideCreate',
    'overrideDelete',
    'overrideUpdate',
    'replaceFieldOperator',
    'replaceFieldWriting',
    'replaceSearch',
  ])
})
