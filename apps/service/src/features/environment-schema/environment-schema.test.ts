import { describe, expect, it } from 'vitest'
import { ask } from '../../testing/ask.js'
import { schemaUpload } from '../../testing/schema-upload.js'
import { useTestProject } from '../../testing/use-test-project.js'

describe('the schema of an environment', () => {
  const suite = useTestProject('editor')

  const read = (headers: Record<string, string> = {}) => {
    const { id, environment } = suite.project
    return ask(
      suite.service.url,
      'GET',
      `/api/projects/${id}/environments/${environment.id}/schema`,
      { headers: { ...suite.headers, ...headers } },
    )
  }
  const upload = (body: object) =>
    ask(suite.service.url, 'POST', '/agent-api/schema', {
      headers: { 'service-secret-key': suite.project.environment.secret },
      body,
    })

  it('is missing until an agent uploaded one', async () => {
    const { status, body } = await read()
    expect([status, body]).toEqual([
      404,
      {
        code: 'not_found',
        message: 'No agent has uploaded a schema for this environment yet.',
      },
    ])
  })

  it('has the collections in the order of their names, with fields, actions and segments', async () => {
    const document = schemaUpload({ orders: ['Refund', 'Ship'], customers: [] })
    const [orders, customers] = document.data
    const status = {
      ...{ field: 'status', type: 'Enum', enums: ['paid', 'open'], isFilterable: true },
      ...{ reference: null, isPrimaryKey: false, isReadOnly: true, defaultValue: 'open' },
    }
    const customer = { field: 'customer', relationship: 'BelongsTo', reference: 'customers.id' }
    const attributes = { ...orders!.attributes, fields: [status, customer] }
    const reason = { field: 'reason', label: 'Reason', type: 'String', enums: null, hook: null }
    const [segment, other, refund, ...rest] = document.included
    const included = [
      ...[segment, other],
      { ...refund, attributes: { ...refund!.attributes, type: 'bulk', fields: [reason] } },
      ...rest,
    ]
    await upload({ ...document, data: [{ ...orders, attributes }, customers], included })
    const { status: code, body } = await read()
    expect(code).toBe(200)
    const missing = { enums: null, reference: null, isPrimaryKey: false, isReadOnly: false }
    expect(body).toEqual({
      uploadedAt: expect.any(String),
      agent: { name: 'service-agent', version: '1.0.0' },
      collections: [
        {
          name: 'customers',
          isReadOnly: false,
          fields: [{ ...missing, field: 'id', type: 'Number', isFilterable: false }],
          actions: [],
          segments: ['recent'],
        },
        {
          name: 'orders',
          isReadOnly: false,
          fields: [
            {
              ...{ field: 'status', type: 'Enum', enums: ['paid', 'open'], reference: null },
              ...{ isFilterable: true, isPrimaryKey: false, isReadOnly: true },
            },
            { ...missing, ...customer, type: 'String', isFilterable: false },
          ],
          actions: [
            {
              name: 'Refund',
              type: 'bulk',
              fields: [{ field: 'reason', label: 'Reason', type: 'String', enums: null }],
            },
            { name: 'Ship', type: 'single', fields: [] },
          ],
          segments: ['recent'],
        },
      ],
    })
  })

  it('is sent once: its tag is the same until an agent uploads another', async () => {
    await upload(schemaUpload({ orders: [] }))
    const etag = (await read()).headers.get('etag') as string
    expect((await read({ 'if-none-match': etag })).status).toBe(304)
    await upload(schemaUpload({ orders: ['Refund'] }, 'b'.repeat(40)))
    const { status, body } = await read({ 'if-none-match': etag })
    expect([status, body.collections[0].actions[0].name]).toEqual([200, 'Refund'])
  })
})
