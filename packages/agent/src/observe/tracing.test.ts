import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OpenAgent } from '../testing/open-agent.js'
import { openOnSqlite } from '../testing/open-sqlite.js'
import { recordSpans, type SpanRecorder } from '../testing/record-spans.js'
import { openTracing } from './open-tracing.js'

const tables = `
create table customers (id integer primary key, name text not null, email text unique);
create table orders (
  id integer primary key, reference text, total integer, customer_id integer references customers (id)
);
insert into customers values (1, 'Ada Byron', 'ada@private.example'), (2, 'Bob Marsh', 'bob@private.example');
insert into orders values (1, 'O-1', 10, 1), (2, 'O-2', 20, 1), (3, 'O-3', 30, 2);
`

describe('openTracing', () => {
  it('returns nothing while no SDK is registered', async () => {
    expect(await openTracing('/service')).toBeUndefined()
  })
})

describe('spans of an agent', () => {
  let recorder: SpanRecorder
  let agent: OpenAgent

  beforeAll(async () => {
    recorder = recordSpans()
    agent = await openOnSqlite(tables, {
      logger: () => {},
      customize: each => {
        each.customizeCollection('orders', orders =>
          orders
            .addField('label', {
              columnType: 'String',
              dependencies: ['reference'],
              getValues: records => records.map(({ reference }) => `order ${reference}`),
            })
            .addAction('Double', {
              scope: 'Single',
              execute: async context => {
                const ids = await context.getRecordIds()
                await context.collection.update(
                  { conditionTree: { field: 'id', operator: 'In', value: ids } },
                  { total: 20 },
                )
              },
            }),
        )
        each.customizeCollection('customers', customers =>
          customers.addHook('Before', 'Create', ({ data }) => {
            if (data[0]?.name === 'Mallory') throw new Error('Mallory is refused')
          }),
        )
      },
    })
  })
  afterAll(async () => {
    await agent?.close()
    recorder.stop()
  })
  beforeEach(() => recorder.reset())

  const find = (name: string) => recorder.spans.find(span => span.name === name)

  it('show how a list is made; a plan is made once', async () => {
    const path = '/orders?fields[orders]=id,label'
    expect((await agent.get(path)).status).toBe(200)
    expect(recorder.print()).toBe(
      [
        'GET /service/:collection',
        '  permissions',
        '  plan orders',
        '  list orders',
        '    SELECT',
        '  compute orders',
        '  shape',
        '  serialise list',
        '  activity log add',
      ].join('\n'),
    )
    recorder.reset()
    await agent.get(path)
    expect(recorder.print()).not.toContain('plan orders')
  })

  it('name route, collection, status, database and statement, and no value of any record', async () => {
    await agent.get(
      '/customers?filters={"field":"email","operator":"Equal","value":"ada@private.example"}',
    )
    expect(find('GET /service/:collection')).toMatchObject({
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/service/:collection',
        'http.response.status_code': 200,
        'agent.collection': 'customers',
      },
    })
    expect(find('list customers')?.attributes).toEqual({
      'db.operation.name': 'list',
      'db.collection.name': 'customers',
      'db.response.returned_rows': 1,
    })
    expect(find('SELECT')).toMatchObject({
      kind: SpanKind.CLIENT,
      attributes: {
        'db.system.name': 'sqlite',
        'db.operation.name': 'SELECT',
        'db.query.text': expect.stringMatching(/^select "t0"\."id".* where "t0"\."email" .*= \?/),
      },
    })
    const told = JSON.stringify(
      recorder.spans.map(({ name, attributes, events, status }) => ({
        name,
        attributes,
        events,
        status,
      })),
    )
    expect(told).not.toMatch(/private\.example|Ada|Byron/)
  })

  it('continue the trace of the client', async () => {
    const traceId = 'a'.repeat(32)
    await agent.get('/orders/1', { traceparent: `00-${traceId}-${'b'.repeat(16)}-01` })
    expect(new Set(recorder.spans.map(span => span.spanContext().traceId))).toEqual(
      new Set([traceId]),
    )
    expect(find('GET /service/:collection/:id')?.parentSpanContext?.spanId).toBe('b'.repeat(16))
  })

  it('show related lists', async () => {
    await agent.get('/customers/1/relationships/orders?fields[orders]=id')
    expect(recorder.print()).toBe(
      [
        'GET /service/:collection/:id/relationships/:relation',
        '  permissions',
        '  plan orders',
        '  list orders',
        '    SELECT',
        '  serialise list',
        '  activity log add',
      ].join('\n'),
    )
  })

  it('show that a created record is recorded before and after', async () => {
    const data = { type: 'orders', attributes: { reference: 'O-9', total: 5 } }
    expect((await agent.send('POST', '/orders', { data })).status).toBe(200)
    expect(recorder.print()).toBe(
      [
        'POST /service/:collection',
        '  permissions',
        '  activity log begin',
        '  create orders',
        '    INSERT',
        '  serialise record',
        '  activity log end',
      ].join('\n'),
    )
  })

  it('show what an action reads and writes', async () => {
    const body = { data: { attributes: { ids: ['1'], collection_name: 'orders', values: {} } } }
    expect((await agent.send('POST', '/_actions/orders/0/double', body)).status).toBe(200)
    expect(recorder.print()).toBe(
      [
        'POST /service/_actions/:collection/:index/:slug',
        '  permissions',
        '  plan orders',
        '  list orders',
        '    SELECT',
        '  activity log begin',
        '  plan orders',
        '  list orders',
        '    SELECT',
        '  update orders',
        '    UPDATE',
        '  serialise action',
        '  activity log end',
      ].join('\n'),
    )
  })

  it('show the statement of a chart', async () => {
    const body = { type: 'Value', sourceCollectionName: 'orders', aggregator: 'Count' }
    agent.service.setCharts(1, [body])
    recorder.reset()
    expect((await agent.send('POST', '/stats/orders', body)).status).toBe(200)
    expect(recorder.print()).toBe(
      [
        'POST /service/stats/:collection',
        '  permissions',
        '  plan orders',
        '  aggregate orders',
        '    SELECT',
        '  serialise chart',
        '  activity log add',
      ].join('\n'),
    )
  })

  it('follow an export to its last line', async () => {
    const { status, text } = await agent.get('/orders.csv?fields[orders]=id,reference')
    expect([status, text.split('\n').length]).toEqual([200, 6])
    expect(recorder.print()).toBe(
      [
        'GET /service/:collection.csv',
        '  permissions',
        '  serialise csv',
        '    plan orders',
        '    listCells orders',
        '      SELECT',
        '  activity log add',
      ].join('\n'),
    )
  })

  it('have the code of an error, not its message', async () => {
    const data = { type: 'customers', attributes: { name: 'Eve', email: 'ada@private.example' } }
    expect((await agent.send('POST', '/customers', { data })).status).toBe(400)
    expect(find('INSERT')).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': 'unique_violation' },
    })
    expect(find('POST /service/:collection')).toMatchObject({
      status: { code: SpanStatusCode.UNSET },
      attributes: { 'error.type': 'unique_violation', 'http.response.status_code': 400 },
    })
    expect(JSON.stringify(recorder.spans.map(span => [span.events, span.status]))).not.toContain(
      '@',
    )
  })

  it('say that the agent failed when code of the customer throws', async () => {
    const data = { type: 'customers', attributes: { name: 'Mallory' } }
    expect((await agent.send('POST', '/customers', { data })).status).toBe(500)
    expect(find('POST /service/:collection')).toMatchObject({
      status: { code: SpanStatusCode.ERROR },
      attributes: { 'error.type': 'Error', 'http.response.status_code': 500 },
    })
  })

  it('do not repeat a path that has no route, nor an unknown collection', async () => {
    await agent.get('/ada@private.example')
    await agent.send('PUT', '/ada@private.example/1/2/3/4')
    expect(recorder.spans.map(({ name }) => name)).toContain('PUT')
    expect(JSON.stringify(recorder.spans.map(span => [span.name, span.attributes]))).not.toContain(
      'private.example',
    )
  })
})
