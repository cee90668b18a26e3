import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createAuditTrail } from './create-audit-trail.js'
import { type Audited, openAudited } from './testing/open-audited.js'

const folder = mkdtempSync(join(tmpdir(), 'audit-rights-'))
let made = 0
let audited: Audited

beforeEach(async () => {
  made += 1
  const connection = `sqlite:${join(folder, `${made}.db`)}`
  audited = await openAudited(createAuditTrail({ connection }))
})
afterEach(() => audited.close())
afterAll(() => rmSync(folder, { recursive: true }))

const attributes = (given: object) => ({ data: { attributes: given } })
const french = { field: 'country', operator: 'equal', value: 'FR' }

async function change(): Promise<string> {
  const sent = await audited.send('PUT', '/customers/1', attributes({ name: 'Eva', iban: 'DE1' }))
  await audited.send('PUT', '/customers/2', attributes({ name: 'Bo' }))
  return sent.headers.get('x-service-correlation-id') ?? ''
}

describe('the history of a record', () => {
  it('needs the right to read the collection', async () => {
    const key = await change()
    audited.service.setRights('customers', { browse: true, edit: true })
    const paths = [
      'customers/1',
      'customers/1/state?at=2999-01-01',
      'correlation/x?collection=customers',
    ]
    for (const path of paths) {
      expect((await audited.send('GET', `/_audit-trail/${path}`)).status).toBe(403)
    }
    const { json } = await audited.send('GET', `/_audit-trail/correlation/${key}`)
    expect(json.data).toEqual([])
  })

  it('is a 404 for a record out of scope, whether it has a history or not', async () => {
    const key = (await audited.send('PUT', '/customers/2', attributes({ name: 'Bo' }))).headers
    audited.service.setScope(1, 'customers', french)
    const statuses = await Promise.all(
      ['customers/1', 'customers/2', 'customers/2/state?at=2999-01-01', 'customers/99'].map(
        async path => (await audited.send('GET', `/_audit-trail/${path}`)).status,
      ),
    )
    expect(statuses).toEqual([200, 404, 404, 404])
    const correlation = key.get('x-service-correlation-id')
    const { json } = await audited.send('GET', `/_audit-trail/correlation/${correlation}`)
    expect(json.data).toEqual([])
  })

  it('shows a deleted record, but no values of one that was out of scope', async () => {
    await change()
    await audited.send('DELETE', '/customers', { data: { attributes: { ids: ['1', '2'] } } })
    audited.service.setScope(1, 'customers', french)
    const shown = async (id: number) =>
      (await audited.send('GET', `/_audit-trail/customers/${id}`)).json.data.map(
        ({ operation, previousValues }) => [operation, Object.keys(previousValues as object)],
      )
    expect(await shown(1)).toEqual([
      ['delete', ['country', 'iban', 'id', 'name']],
      ['update', ['iban', 'name']],
    ])
    expect(await shown(2)).toEqual([
      ['delete', []],
      ['update', []],
    ])
    const at = new Date(Date.now() - 600_000).toISOString()
    const states = await Promise.all(
      [1, 2].map(id => audited.send('GET', `/_audit-trail/customers/${id}/state?at=${at}`)),
    )
    expect(states.map(({ json }) => json.data)).toEqual([
      { country: 'FR', iban: 'FR76', id: 1, name: 'Ada' },
      {},
    ])
  })

  it('leaves out fields the role may not read, on every path to them', async () => {
    const key = await change()
    await audited.send('PUT', '/customers/1', attributes({ iban: 'only this' }))
    const nobody = { read: false, edit: true }
    audited.service.setRights('customers', { browse: true, read: true, fields: { iban: nobody } })
    const { json } = await audited.send('GET', '/_audit-trail/customers/1')
    expect(json.data.map(({ newValues }) => newValues)).toEqual([{ name: 'Eva' }])
    expect(json.meta.count).toBe(1)
    const searched = await audited.send('GET', '/_audit-trail/customers/1?search=de1')
    expect(searched.json.data).toEqual([])
    const named = await audited.send('GET', '/_audit-trail/customers/1?fields=iban')
    expect(named.status).toBe(403)
    const at = new Date(Date.now() - 600_000).toISOString()
    const state = await audited.send('GET', `/_audit-trail/customers/1/state?at=${at}`)
    expect(state.json.data).toEqual({ id: 1, name: 'Ada', country: 'FR' })
    const correlated = await audited.send('GET', `/_audit-trail/correlation/${key}`)
    expect(JSON.stringify(correlated.json)).not.toContain('DE1')
  })

  it.each([
    ['customers/1?page[size]=101', 'page[size] is 101. The largest page is 100.'],
    ['customers/1?sort=name', "sort is 'name'. It must be 'timestamp' or '-timestamp'."],
    ['customers/1?userIds=ada', "userIds is 'ada'. It must be a list of whole numbers."],
    ['customers/1?startDate=soon', "startDate is 'soon'. It must be a day like 2026-01-31"],
    ['customers/1?fields=nothing', 'nothing'],
    ['customers/1/state', "The parameter 'at' is missing"],
    ['correlations', "'correlationKeys' must be a list of texts."],
  ])('rejects %s and says what is allowed', async (path, detail) => {
    const { status, json } = await audited.send('GET', `/_audit-trail/${path}`)
    expect(status).toBe(400)
    expect(json.errors[0]?.detail).toContain(detail)
  })

  it('is announced by the capabilities', async () => {
    const { json } = await audited.send('POST', '/_internal/capabilities', {})
    expect(json).toMatchObject({ agentCapabilities: { canUseAuditTrail: true } })
  })
})

describe('createAuditTrail', () => {
  const connection = 'sqlite::memory:'
  it.each([
    [{ connection: 'nowhere' }, 'The database address must be a URI'],
    [{ connection, table: 'a b' }, `Option 'table' of the audit trail is "a b".`],
    [{ connection, redact: ['iban'] }, `Option 'redact' of the audit trail is ["iban"].`],
    [{ connection, critical: 'yes' as never }, `Option 'critical' of the audit trail is "yes".`],
  ])('rejects %j', (options, message) => {
    expect(() => createAuditTrail(options)).toThrow(message)
  })

  it.each([
    ['custmers.iban', "there is no collection 'custmers'"],
    ['customers.ibn', "'customers' stores no column 'ibn'"],
    ['customers.id', 'a primary key identifies the changed record'],
  ])('fails the start when it cannot redact %s', async (path, reason) => {
    const trail = createAuditTrail({ connection: `sqlite:${join(folder, 'r.db')}`, redact: [path] })
    await expect(openAudited(trail)).rejects.toThrow(reason)
  })
})
