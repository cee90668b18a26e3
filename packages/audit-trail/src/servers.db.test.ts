import { createSqlDataSource, openSqlDatabase, sql } from '@service/datasource-sql'
import { chooseRounds, startFaultProxy } from '@service/test-support'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { createAuditTrail } from './create-audit-trail.js'
import { describeAuditTrail } from './testing/describe-audit-trail.js'
import { openAudited } from './testing/open-audited.js'

const servers = [
  { name: 'PostgreSQL', url: inject('postgresUrl') },
  { name: 'MariaDB', url: inject('mariadbUrl') },
]

for (const { name, url } of servers) {
  if (!url) {
    describe.skip(`an audit trail in ${name}`)
    continue
  }
  const tables: string[] = []
  const nextTable = () => {
    const table = `audit_${process.pid}_${tables.length}`
    tables.push(table)
    return table
  }
  describeAuditTrail(name, { options: () => ({ connection: url, table: nextTable() }) })

  describe(`an audit trail of records in ${name}`, () => {
    it('keeps what the database made of a value, and every record of a bulk write', async () => {
      // More than are read at once.
      const count = chooseRounds(1100, 2500)
      const items = nextTable()
      const database = await openSqlDatabase(url)
      await database.write(
        sql`create table ${sql.id(items)} (id integer primary key, name varchar(50), price numeric(10, 2))`,
      )
      const rows = Array.from({ length: count }, (_, id) => sql`(${id}, ${`item ${id}`}, ${id})`)
      await database.write(sql`insert into ${sql.id(items)} values ${sql.join(rows)}`)
      const trail = createAuditTrail({ connection: url, table: nextTable(), critical: true })
      const audited = await openAudited(trail, {
        dataSource: createSqlDataSource(url),
        include: [items],
      })
      await audited.send('PUT', `/${items}/7`, { data: { attributes: { price: 1.239 } } })
      const { json } = await audited.send('GET', `/_audit-trail/${items}/7`)
      expect(json.data).toMatchObject([
        { previousValues: { price: 7 }, newValues: { price: 1.24 } },
      ])
      const all = { all_records: true, all_records_ids_excluded: ['7'] }
      const deleted = await audited.send('DELETE', `/${items}`, { data: { attributes: all } })
      expect(deleted.status).toBe(204)
      expect(await trail.count({ collection: items, operation: 'delete' })).toBe(count - 1)
      const [left] = (await database.read(sql`select count(*) from ${sql.id(items)}`)).rows
      expect(Number((left as unknown[])[0])).toBe(1)
      await audited.close()
      await database.close()
    })
  })

  describe(`a restore of records in ${name}`, () => {
    it('writes values of every kind as they were, also of a deleted record', async () => {
      const items = nextTable()
      const database = await openSqlDatabase(url)
      const types = 'name varchar(50), price numeric(30, 10), made_on date, sold_at timestamp, '
      await database.write(
        sql`create table ${sql.id(items)} (id integer primary key, ${sql.raw(types)} is_new boolean, tags json)`,
      )
      const audited = await openAudited(createAuditTrail({ connection: url, table: nextTable() }), {
        dataSource: createSqlDataSource(url),
        include: [items],
      })
      const read = async () => (await audited.send('GET', `/${items}/7`)).json.data?.attributes
      const first = {
        name: 'café',
        price: '12345678901234567890.1234500000',
        made_on: '2026-02-28',
        sold_at: '2026-03-29T01:30:00.000Z',
        is_new: true,
        tags: { b: [1, null], a: 'é' },
      }
      await audited.send('POST', `/${items}`, { data: { attributes: { id: 7, ...first } } })
      const original = await read()
      const other = { name: null, price: 1, made_on: null, is_new: false, tags: null }
      const { headers } = await audited.send('PUT', `/${items}/7`, { data: { attributes: other } })
      const changed = await read()
      const key = headers.get('x-service-correlation-id')
      const reverted = await audited.send('POST', `/_audit-trail/correlation/${key}/revert`)
      expect(reverted.json.data).toMatchObject([{ operation: 'update', changedSince: {} }])
      expect([original, await read()]).toEqual([original, original])
      expect(changed).not.toEqual(original)
      const at = new Date().toISOString()
      while (Date.now() <= Date.parse(at)) await new Promise(resolve => setTimeout(resolve, 1))
      await audited.send('DELETE', `/${items}/7`)
      const restored = await audited.send('POST', `/_audit-trail/${items}/7/restore?at=${at}`)
      expect(restored.json.data).toMatchObject({ operation: 'create', recordId: '7' })
      expect(await read()).toEqual(original)
      await audited.close()
      await database.close()
    })

    it('lets two reverts of one change write once', async () => {
      const items = nextTable()
      const database = await openSqlDatabase(url)
      await database.write(
        sql`create table ${sql.id(items)} (id integer primary key, stock integer)`,
      )
      await database.write(sql`insert into ${sql.id(items)} values (1, 10)`)
      const audited = await openAudited(createAuditTrail({ connection: url, table: nextTable() }), {
        dataSource: createSqlDataSource(url),
        include: [items],
      })
      const patch = { data: { attributes: { stock: 5 } } }
      const { headers } = await audited.send('PUT', `/${items}/1`, patch)
      const path = `/_audit-trail/correlation/${headers.get('x-service-correlation-id')}/revert`
      const answers = await Promise.all([1, 2, 3, 4].map(() => audited.send('POST', path)))
      const outcomes = answers.map(({ status, json }) =>
        status === 200 ? (json.data[0]?.operation as string) : status,
      )
      expect(outcomes.filter(outcome => outcome === 'update')).toHaveLength(1)
      expect(outcomes.filter(outcome => outcome !== 'update' && outcome !== 'none')).toEqual(
        outcomes.filter(outcome => outcome === 409),
      )
      const { json } = await audited.send('GET', `/_audit-trail/${items}/1`)
      expect(json.data).toHaveLength(2)
      await audited.close()
      await database.close()
    })
  })

  describe(`an audit trail whose ${name} fails`, () => {
    const patch = (status: string) => ({ data: { attributes: { status } } })

    async function open(critical: boolean) {
      const proxy = await startFaultProxy(Number(new URL(url!).port))
      const through = new URL(url!)
      through.port = String(proxy.port)
      const table = nextTable()
      const options = {
        connection: through.href,
        table,
        critical,
        pool: { acquireTimeoutMs: 2000 },
      }
      const audited = await openAudited(createAuditTrail(options))
      const close = async () => {
        await audited.close()
        await proxy.close()
      }
      return { ...audited, proxy, close }
    }

    it('rejects changes while it is unavailable in critical mode, and changes nothing', async () => {
      const { send, proxy, close } = await open(true)
      await send('PUT', '/orders/1', patch('one'))
      proxy.refuse(true)
      proxy.cut()
      const refused = await send('PUT', '/orders/1', patch('two'))
      expect({ status: refused.status, error: refused.json.errors[0]?.name }).toEqual({
        status: 503,
        error: 'AuditUnavailableError',
      })
      const created = await send('POST', '/orders', patch('new'))
      const deleted = await send('DELETE', '/orders/2')
      expect([created.status, deleted.status]).toEqual([503, 503])
      const { json } = await send('GET', '/orders')
      expect(json.data.map(order => (order.attributes as { status: string }).status)).toEqual([
        'one',
        'draft',
        'paid',
      ])
      proxy.refuse(false)
      expect((await send('PUT', '/orders/1', patch('three'))).status).toBe(200)
      const history = await send('GET', '/_audit-trail/orders/1?sort=timestamp')
      expect(history.json.data.map(entry => entry.newValues)).toEqual([
        { status: 'one' },
        { status: 'three' },
      ])
      await close()
    })

    it('accepts changes while it is unavailable otherwise, with a warning', async () => {
      const { send, proxy, logged, close } = await open(false)
      proxy.refuse(true)
      proxy.cut()
      expect((await send('PUT', '/orders/1', patch('two'))).status).toBe(200)
      expect(logged).toContain("Warn A change of 'orders' could not be stored in the audit trail")
      proxy.refuse(false)
      await close()
    })
  })

  afterAll(async () => {
    const database = await openSqlDatabase(url)
    for (const table of tables) await database.write(sql`drop table if exists ${sql.id(table)}`)
    await database.close()
  })
}
