import type { Agent } from '@service/agent'
import { chooseRounds } from '@service/test-support'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AuditTrailOptions, createAuditTrail } from '../create-audit-trail.js'
import { type Audited, openAudited } from './open-audited.js'

export interface AuditDatabase {
  /** A separate table for each test. */
  options(): AuditTrailOptions
}

const attributes = (given: object, relationships?: object) => ({
  data: { type: 'orders', attributes: given, ...(relationships && { relationships }) },
})

function customize(agent: Agent) {
  agent
    .customizeCollection('orders', orders =>
      orders
        .importField('customer_name', { path: 'customer:name' })
        .renameField('total', 'amount')
        .addAction('Pay', {
          scope: 'Bulk',
          execute: async (context, resultBuilder) => {
            await context.collection.update(context.filter, { status: 'paid' })
            return resultBuilder.success()
          },
        })
        .addAction('Fail', {
          scope: 'Single',
          execute: async (context, resultBuilder) => {
            await context.collection.update(context.filter, { status: 'half' })
            return resultBuilder.error('It failed.')
          },
        })
        .addAction('Close the day', {
          scope: 'Global',
          execute: (_, resultBuilder) => resultBuilder.success(),
        }),
    )
    .customizeCollection('customers', customers =>
      customers.addHook('Before', 'Update', async context => {
        if (context.patch.name !== 'Refused') return
        context.throwValidationError('This name is refused.')
      }),
    )
}

/** The behaviour of an audit trail, for every supported database. */
export function describeAuditTrail(name: string, database: AuditDatabase): void {
  describe(`an audit trail in ${name}`, () => {
    let audited: Audited

    beforeEach(async () => {
      const options = { ...database.options(), redact: ['customers.iban'] }
      audited = await openAudited(createAuditTrail(options), { customize })
    })
    afterEach(() => audited.close())

    const readHistory = async (path: string) => {
      const { status, json } = await audited.send('GET', `/_audit-trail/${path}`)
      expect({ status, json }).toMatchObject({ status: 200 })
      return json.data.map(({ operation, previousValues, newValues, recordId, status: state }) => ({
        operation,
        recordId,
        previousValues,
        newValues,
        status: state,
      }))
    }

    it('keeps a creation with every column, and who made it', async () => {
      const { json, headers } = await audited.send('POST', '/orders', attributes({ status: 'new' }))
      const id = json.data.id
      const { json: history } = await audited.send('GET', `/_audit-trail/orders/${id}`)
      expect(history).toEqual({
        data: [
          {
            id: 1,
            timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
            operation: 'create',
            collection: 'orders',
            recordId: id,
            userId: 1,
            userFirstName: 'Ada',
            userLastName: 'Byron',
            userEmail: 'ada@example.com',
            actionName: null,
            correlationKey: headers.get('x-service-correlation-id'),
            previousValues: {},
            newValues: {
              id: Number(id),
              status: 'new',
              amount: null,
              paid_at: null,
              photo: null,
              details: null,
              customer_id: null,
            },
            status: 'done',
          },
        ],
        meta: {
          count: 1,
          availableUsers: [
            { id: 1, firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' },
          ],
        },
      })
      const written = Date.parse(String(history.data[0]?.timestamp))
      expect(Math.abs(Date.now() - written)).toBeLessThan(60_000)
    })

    it('keeps of an update what changed, before and after', async () => {
      const photo = `data:application/octet-stream;base64,${Buffer.from('12345').toString('base64')}`
      const details = { b: [1, null], a: 'é😀\u0000' }
      const patch = { status: 'draft', amount: 20.5, paid_at: '2026-01-02T03:04:05+01:00' }
      await audited.send('PUT', '/orders/1', attributes({ ...patch, photo, details }))
      expect(await readHistory('orders/1')).toEqual([
        {
          operation: 'update',
          recordId: '1',
          status: 'done',
          previousValues: { amount: 10, details: null, paid_at: null, photo: null },
          newValues: {
            amount: 20.5,
            details,
            paid_at: '2026-01-02T02:04:05.000Z',
            photo: {
              sha256: '5994471abb01112afcc18159f6cc74b4f511b99806da59b3caf5a9c173cacfc5',
              length: 5,
            },
          },
        },
      ])
    })

    it('keeps nothing of an update that changes nothing', async () => {
      await audited.send('PUT', '/orders/1', attributes({ status: 'draft' }))
      expect(await readHistory('orders/1')).toEqual([])
    })

    it('keeps a deletion with every column', async () => {
      await audited.send('DELETE', '/orders', { data: { attributes: { ids: ['1', '2'] } } })
      expect(await readHistory('orders/2')).toMatchObject([
        {
          operation: 'delete',
          previousValues: { id: 2, status: 'draft', amount: 10 },
          newValues: {},
        },
      ])
    })

    it('keeps changes made at the same time, each with its own values', async () => {
      const statuses = Array.from(
        { length: chooseRounds(16, 40) },
        (_, index) => `é "${index}" \\ {,}`,
      )
      const created = await Promise.all(
        statuses.map(status => audited.send('POST', '/orders', attributes({ status }))),
      )
      const ids = created.map(({ json }) => json.data.id)
      const changes = statuses.map((status, index) => {
        // Some end as announced, some change nothing, and some are rejected.
        if (index % 4 === 0) return attributes({ status })
        return attributes(index % 4 === 1 ? { amount: 'x' } : { amount: index })
      })
      await Promise.all(
        ids.map((id, index) => audited.send('PUT', `/orders/${id}`, changes[index])),
      )
      const histories = await Promise.all(ids.map(id => readHistory(`orders/${id}?sort=timestamp`)))
      histories.forEach((history, index) => {
        const [first, ...others] = history
        expect(first).toMatchObject({
          operation: 'create',
          recordId: ids[index],
          newValues: { id: Number(ids[index]), status: statuses[index] },
          status: 'done',
        })
        expect(others).toMatchObject(
          index % 4 < 2 ? [] : [{ newValues: { amount: index }, status: 'done' }],
        )
        expect(others).toHaveLength(index % 4 < 2 ? 0 : 1)
      })
    })

    it('keeps that a redacted field changed, but no value', async () => {
      await audited.send('PUT', '/customers/1', attributes({ iban: 'DE99', name: 'Eva' }))
      expect(await readHistory('customers/1')).toMatchObject([
        {
          previousValues: { iban: '[redacted]', name: 'Ada' },
          newValues: { iban: '[redacted]', name: 'Eva' },
        },
      ])
    })

    it('keeps writes through relations at the record they change', async () => {
      await audited.send('PUT', '/orders/1', attributes({ customer_name: 'Eva' }))
      await audited.send('PUT', '/orders/2/relationships/customer', {
        data: { type: 'customers', id: '2' },
      })
      const product = { data: [{ type: 'products', id: 'a|b' }] }
      await audited.send('POST', '/orders/1/relationships/products', product)
      expect(await readHistory('customers/1')).toMatchObject([{ newValues: { name: 'Eva' } }])
      expect(await readHistory('orders/2')).toMatchObject([
        { previousValues: { customer_id: 1 }, newValues: { customer_id: 2 } },
      ])
      const lines = await readHistory(`order_products/${encodeURIComponent('1|a\\|b')}`)
      expect(lines).toMatchObject([{ operation: 'create', newValues: { sku: 'a|b' } }])
    })

    it('keeps an action for each record, and what its code wrote, under one key', async () => {
      const { headers } = await audited.send('POST', '/_actions/orders/0/pay', {
        data: { attributes: { ids: ['1', '2'], values: {}, collection_name: 'orders' } },
      })
      const key = headers.get('x-service-correlation-id')
      const { json } = await audited.send('GET', `/_audit-trail/correlation/${key}`)
      const entries = json.data.map(entry => [entry.operation, entry.recordId, entry.actionName])
      expect(entries).toEqual([
        ['action', '1', 'Pay'],
        ['action', '2', 'Pay'],
        ['update', '1', null],
        ['update', '2', null],
      ])
      const changed = { previousValues: { status: 'draft' }, newValues: { status: 'paid' } }
      expect(json.data).toMatchObject(Array(4).fill({ ...changed, status: 'done' }))
      const other = await audited.send('GET', `/_audit-trail/correlations?correlationKeys=x,${key}`)
      expect(other.json.data).toEqual(json.data)
      const posted = await audited.send(
        'POST',
        '/_audit-trail/correlations?collection=orders&recordId=2',
        {
          correlationKeys: [key],
        },
      )
      expect(posted.json.data).toHaveLength(2)
    })

    it('keeps an action that fails, with what it changed', async () => {
      await audited.send('POST', '/_actions/orders/1/fail', {
        data: { attributes: { ids: ['3'], values: {}, collection_name: 'orders' } },
      })
      expect(await readHistory('orders/3')).toMatchObject([
        { operation: 'update', newValues: { status: 'half' } },
        { operation: 'action_failed', newValues: { status: 'half' }, status: 'done' },
      ])
    })

    it('keeps an action on no record', async () => {
      const { headers } = await audited.send('POST', '/_actions/orders/2/close-the-day', {
        data: { attributes: { values: {}, collection_name: 'orders' } },
      })
      const key = headers.get('x-service-correlation-id')
      const { json } = await audited.send('GET', `/_audit-trail/correlation/${key}`)
      expect(json.data).toMatchObject([
        { operation: 'action', recordId: null, actionName: 'Close the day' },
      ])
    })

    it('keeps nothing of a change that was rejected', async () => {
      const { status } = await audited.send('PUT', '/customers/1', attributes({ name: 'Refused' }))
      expect(status).toBe(400)
      expect(await readHistory('customers/1')).toEqual([])
    })

    it('pages, sorts, filters and searches a history', async () => {
      for (const status of ['one', 'two', 'three']) {
        await audited.send('PUT', '/orders/1', attributes({ status }))
      }
      await audited.send('PUT', '/orders/1', attributes({ amount: 1 }))
      const statuses = async (query: string) =>
        (await readHistory(`orders/1?${query}`)).map(
          entry => (entry.newValues as Record<string, unknown>).status ?? 'none',
        )
      expect(await statuses('')).toEqual(['none', 'three', 'two', 'one'])
      expect(await statuses('sort=timestamp')).toEqual(['one', 'two', 'three', 'none'])
      expect(await statuses('page[size]=2&page[number]=2')).toEqual(['two', 'one'])
      expect(await statuses('fields=amount')).toEqual(['none'])
      expect(await statuses('fields=status&search="status":"THREE')).toEqual(['three'])
      expect(await statuses('userIds=2')).toEqual([])
      expect(await statuses('userIds=1,2')).toHaveLength(4)
      expect(await statuses('startDate=2999-01-01')).toEqual([])
      expect(await statuses('endDate=2999-01-01')).toHaveLength(4)
      const { json } = await audited.send('GET', '/_audit-trail/orders/1?page[number]=1')
      expect(json.meta).toEqual({ count: 4 })
    })

    it('rebuilds a record as it was at a time', async () => {
      const at: string[] = []
      const pause = async () => {
        const now = Date.now()
        while (Date.now() <= now + 1) await new Promise(resolve => setTimeout(resolve, 1))
        at.push(new Date(now + 1).toISOString())
        while (Date.now() <= now + 2) await new Promise(resolve => setTimeout(resolve, 1))
      }
      await pause()
      const { json } = await audited.send('POST', '/orders', attributes({ status: 'new' }))
      const id = json.data.id
      await pause()
      await audited.send('PUT', `/orders/${id}`, attributes({ status: 'paid', amount: 5 }))
      await pause()
      await audited.send('DELETE', `/orders/${id}`)
      await pause()
      const states = await Promise.all(
        at.map(instant => audited.send('GET', `/_audit-trail/orders/${id}/state?at=${instant}`)),
      )
      expect(
        states.map(({ status, json: { data } }) => [status, data?.status, data?.amount]),
      ).toEqual([
        [404, undefined, undefined],
        [200, 'new', null],
        [200, 'paid', 5],
        [404, undefined, undefined],
      ])
    })

    it('lets several agents create and share the table at the same time', async () => {
      const options = database.options()
      const trails = [
        createAuditTrail(options),
        createAuditTrail(options),
        createAuditTrail(options),
      ]
      await Promise.all(trails.map(trail => trail.open(() => {})))
      await Promise.all(trails.map(trail => trail.close()))
    })

    it('keeps a thousand records of one request, and more', async () => {
      const trail = createAuditTrail(database.options())
      const entry = {
        timestamp: '2026-01-02T03:04:05.678Z',
        operation: 'update',
        collection: 'orders',
        user: null,
        actionName: null,
        correlationKey: null,
        previousValues: {},
        newValues: {},
      } as const
      const entries = Array.from({ length: 2500 }, (_, index) => ({
        ...entry,
        recordId: String(index),
      }))
      const ids = await trail.begin(entries)
      expect(new Set(ids).size).toBe(2500)
      await trail.settle(ids.map(id => ({ id })))
      const [last] = await trail.find(
        { recordIds: ['2499'] },
        { order: 'newest', skip: 0, limit: 10 },
      )
      expect(last).toEqual({ ...entry, id: ids[2499], recordId: '2499', status: 'done' })
      await trail.close()
    })
  })
}
