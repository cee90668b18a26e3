import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenAgent, openAgent, readError } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

interface ListBody {
  data: { id: string; attributes: Record<string, unknown>; relationships?: object }[]
  included?: { type: string; id: string; attributes: object }[]
  meta?: { page?: { after: string | null }; decorators?: object }
}

describe('GET /:collection', () => {
  let open: OpenAgent
  beforeAll(async () => {
    open = await openAgent(shop(), {
      maxPageSize: 100,
      customize: agent =>
        agent
          .customizeCollection('orders', orders =>
            orders.addSegment('Paid', { field: 'status', operator: 'Equal', value: 'paid' }),
          )
          .customizeCollection('addresses', addresses => addresses.disableSearch())
          .removeCollection('audits'),
    })
  })
  afterAll(() => open.close())

  const list = async (path: string, headers?: Record<string, string>) => {
    const answer = await open.get(path, headers)
    expect(answer.text).toMatch(/^{"jsonapi":{"version":"1.0"},"data":\[/)
    return answer.json as ListBody
  }
  const ids = async (path: string) => (await list(path)).data.map(record => record.id)
  const filtered = (collection: string, filters: object) =>
    ids(`/${collection}?filters=${encodeURIComponent(JSON.stringify(filters))}`)

  it('answers a JSON:API document, each related record included once', async () => {
    const { status, headers, text } = await open.get(
      '/orders?fields[orders]=id,total,customer&fields[customer]=name&page[size]=2',
    )
    const link = (type: string, id: number, relation: string) =>
      `"${relation}":{"links":{"related":{"href":"/service/${type}/${id}/relationships/${relation}"}}}`
    const order = (id: number, total: number) =>
      `{"type":"orders","id":"${id}","attributes":{"id":${id},"total":${total}},` +
      `"relationships":{"customer":{"data":{"type":"customers","id":"1"}},${link('orders', id, 'products')}}}`
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(headers.get('x-service-correlation-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(text).toBe(
      `{"jsonapi":{"version":"1.0"},"data":[${order(1, 10.5)},${order(2, 20)}],` +
        `"included":[{"type":"customers","id":"1","attributes":{"name":"Ada","id":1},` +
        `"relationships":{${link('customers', 1, 'orders')}}}]}`,
    )
  })

  it('shows all columns and those of to-one relations when nothing is asked for', async () => {
    const { data, included } = await list('/orders?page[size]=1')
    expect(data[0]!.attributes).toEqual({
      id: 1,
      reference: 'O-1',
      status: 'paid',
      total: 10.5,
      paid_at: '2024-01-02T03:04:05.678Z',
      labels: ['new', 'a,b'],
      details: null,
      customer_id: 1,
      version: 1,
    })
    expect(included![0]).toMatchObject({
      type: 'customers',
      attributes: { id: 1, name: 'Ada', country: 'FR', is_vip: true, born_on: '1985-12-10' },
    })
  })

  it('writes quotes, line ends and other alphabets as JSON', async () => {
    const { data } = await list('/customers?fields[customers]=name')
    expect(data.map(record => record.attributes.name)).toEqual([
      'Ada',
      'Bob "the"\nbuilder',
      'Chloé 😀',
    ])
  })

  it('writes an absent to-one record as null', async () => {
    const { data } = await list('/orders?fields[orders]=customer&fields[customer]=name&sort=-id')
    expect(data[0]!.relationships).toMatchObject({ customer: { data: null } })
  })

  it('writes bytes as data URIs with the type of their content', async () => {
    const { data } = await list('/products?sort=sku')
    expect(data.map(record => record.attributes.photo)).toEqual([
      null,
      'data:application/octet-stream;base64,AQI=',
      'data:image/png;base64,iVBORw0KGgo=',
    ])
  })

  it('addresses a key with a bar and a slash', async () => {
    const { data } = await list('/products?sort=sku&page[size]=1')
    expect(data[0]).toMatchObject({
      id: 'a|b/c',
      relationships: {
        orders: {
          links: { related: { href: '/service/products/a%7Cb%2Fc/relationships/orders' } },
        },
      },
    })
  })

  describe('projection', () => {
    it('follows the header before the parameter', async () => {
      const { data, included } = await list('/orders?fields[orders]=total&page[size]=1', {
        'service-projection': 'status, customer:name',
      })
      expect(data[0]!.attributes).toEqual({ status: 'paid', id: 1 })
      expect(included![0]!.attributes).toEqual({ name: 'Ada', id: 1 })
    })

    it('accepts the other spelling of the header', async () => {
      const { data } = await list('/orders?page[size]=1', { 'Forest-Projection': 'status' })
      expect(data[0]!.attributes).toEqual({ status: 'paid', id: 1 })
    })

    it('joins a repeated parameter', async () => {
      const { data } = await list('/orders?fields[orders]=status&fields[orders]=total&page[size]=1')
      expect(data[0]!.attributes).toEqual({ status: 'paid', total: 10.5, id: 1 })
    })

    it.each([
      ['fields[orders]=nope', /^No field 'nope' on 'orders'\. It has: id, reference, /],
      [
        'fields[orders]=customer',
        /^fields\[orders\] names the relation 'customer': name its fields too, in fields\[customer\]\.$/,
      ],
      ['fields[orders]=products', /^'products' of 'orders' is a to-many relation/],
      ['fields[orders]=customer&fields[customer]=nope', /^No field 'nope' on 'customers'/],
      ['fields[orders]=status:x', /^'status' of 'orders' is a column/],
    ])('refuses %s', async (query, message) => {
      const answer = await open.get(`/orders?${query}`)
      expect(answer.status).toBe(400)
      expect(readError(answer).detail).toMatch(message)
    })
  })

  describe('sort', () => {
    it.each([
      ['sort=-total', ['3', '4', '2', '1']],
      ['sort=status,-id', ['2', '4', '3', '1']],
      ['sort=customer.name,id', ['1', '2', '3', '4']],
      ['sort=-customer:name,id', ['4', '3', '1', '2']],
    ])('orders by %s', async (query, expected) => {
      expect(await ids(`/orders?${query}`)).toEqual(expected)
    })

    it.each([
      ['sort=nope', /^No field 'nope' on 'orders'/],
      [
        'sort=customer',
        /^'customer' is a relation of 'orders': name one of its fields, as in 'customer:<field>'\.$/,
      ],
      ['sort=id,', /^No field '' on 'orders'/],
    ])('refuses %s', async (query, message) => {
      const answer = await open.get(`/orders?${query}`)
      expect(answer.status).toBe(400)
      expect(readError(answer)).toMatchObject({
        status: 400,
        detail: expect.stringMatching(message),
      })
    })
  })

  describe('filters', () => {
    it.each<[string, object, string[]]>([
      ['snake_case operators', { field: 'total', operator: 'greater_than', value: 15 }, ['2', '4']],
      [
        'PascalCase operators',
        { field: 'total', operator: 'GreaterThan', value: '15' },
        ['2', '4'],
      ],
      ['lists between commas', { field: 'id', operator: 'in', value: '1, 3' }, ['1', '3']],
      ['relations', { field: 'customer:country', operator: 'equal', value: 'US' }, ['3']],
      ['nulls', { field: 'customer_id', operator: 'equal', value: null }, ['4']],
      [
        'dates in a list',
        { field: 'paid_at', operator: 'in', value: ['2024-01-02T04:04:05.678+01:00'] },
        ['1'],
      ],
      [
        'dates not in a list',
        { field: 'paid_at', operator: 'not_in', value: ['2024-01-02T03:04:05.678Z', null] },
        ['3'],
      ],
      [
        'dates after others',
        { field: 'paid_at', operator: 'greater_than', value: '2024-02-01T00:00:00Z' },
        ['3'],
      ],
      ['a day', { field: 'paid_at', operator: 'before', value: '2024-03-31' }, ['1']],
      ['the day itself', { field: 'paid_at', operator: 'after', value: '2024-03-31' }, ['3']],
      ['an empty and', { aggregator: 'and', conditions: [] }, ['1', '2', '3', '4']],
      ['an empty or', { aggregator: 'or', conditions: [] }, []],
      [
        'branches',
        {
          aggregator: 'Or',
          conditions: [
            { field: 'id', operator: 'equal', value: 4 },
            {
              aggregator: 'and',
              conditions: [
                { field: 'status', operator: 'equal', value: 'paid' },
                { field: 'total', operator: 'blank' },
              ],
            },
          ],
        },
        ['3', '4'],
      ],
    ])('understand %s', async (_, filters, expected) => {
      expect(await filtered('orders', filters)).toEqual(expected)
    })

    it.each<[string, RegExp]>([
      ['{', /^Invalid filters: they are not JSON/],
      ['12', /^Invalid filters: /],
      [
        '{"field":"nope","operator":"equal","value":1}',
        /^Invalid filters: No field 'nope' on 'orders'/,
      ],
      [
        '{"field":"total","operator":"near","value":1}',
        /^Invalid filters: Unknown operator "near" in the filter on 'total'\. Known: Equal/,
      ],
      [
        '{"field":"total","operator":"i_contains","value":1}',
        /^Invalid filters: Operator 'IContains' cannot filter 'total' \(Number\)\. Allowed: /,
      ],
      [
        '{"field":"total","operator":"equal","value":"abc"}',
        /^Invalid filters: The value of 'Equal' on 'total' is wrong: "abc" is not a Number/,
      ],
      [
        '{"field":"paid_at","operator":"before","value":"soon"}',
        /^Invalid filters: The value of 'Before' on 'paid_at' is wrong: "soon" is not a Date with time/,
      ],
      ['{"field":"status","operator":"equal","value":"lost"}', /Allowed: draft, paid/],
      [
        '{"field":"customer","operator":"equal","value":1}',
        /^Invalid filters: 'customer' is a relation of 'orders'/,
      ],
      ['{"aggregator":"xor","conditions":[]}', /^Invalid filters: Unknown aggregator "xor"/],
      [
        '{"aggregator":"and","conditions":{}}',
        /^Invalid filters: 'conditions' of a filter must be a list/,
      ],
    ])('refuse %s', async (filters, message) => {
      const answer = await open.get(`/orders?filters=${encodeURIComponent(filters)}`)
      expect(answer.status).toBe(400)
      expect(readError(answer).detail).toMatch(message)
    })
  })

  describe('search and segment', () => {
    it('names the attributes that hold the text searched for', async () => {
      const { data, meta } = await list('/customers?search=ADA&fields[customers]=name')
      expect(data.map(record => record.id)).toEqual(['1'])
      expect(meta).toEqual({ decorators: { 0: { id: '1', search: ['name'] } } })
    })

    it('ignores a blank search', async () => {
      expect(await ids('/addresses?search=%20')).toEqual(['1', '2'])
    })

    it('refuses a search where it is disabled', async () => {
      const answer = await open.get('/addresses?search=rue')
      expect(answer.status).toBe(400)
      expect(readError(answer).detail).toBe("'addresses' cannot be searched.")
    })

    it('restricts to a segment', async () => {
      expect(await ids('/orders?segment=Paid')).toEqual(['1', '3', '4'])
    })

    it('refuses an unknown segment and names the known ones', async () => {
      const answer = await open.get('/orders?segment=Lost')
      expect(answer.status).toBe(400)
      expect(readError(answer).detail).toBe(
        "No segment 'Lost' on 'orders'. Its segments are: Paid.",
      )
    })

    it('refuses a live segment without its connection', async () => {
      const answer = await open.get('/orders?segmentQuery=select%201')
      expect(answer.status).toBe(422)
      expect(readError(answer).detail).toMatch(/^'segmentQuery' needs 'connectionName'/)
    })
  })

  describe('pages', () => {
    it('cuts by size and number', async () => {
      expect(await ids('/orders?page[size]=3&page[number]=2')).toEqual(['4'])
    })

    it.each([
      ['page[size]=0', "page[size] is '0'. It must be a whole number from 1."],
      ['page[size]=ten', "page[size] is 'ten'. It must be a whole number from 1."],
      ['page[number]=-1', "page[number] is '-1'. It must be a whole number from 1."],
      ['page[size]=101', 'page[size] is 101. The largest page is 100.'],
      ['page[number]=1&page[after]=', 'Give page[number] or page[after], not both.'],
    ])('refuses the page %s', async (query, detail) => {
      const answer = await open.get(`/orders?${query}`)
      expect(readError(answer)).toEqual({
        name: 'ValidationError',
        detail,
        status: 400,
        code: 'validation_error',
      })
    })

    it.each(['sort=-status', 'sort=customer.name', 'sort=-total,status', ''])(
      'walks by cursor without gap or repeat, %s',
      async sort => {
        const seen: string[] = []
        let after: string | null = ''
        while (after !== null) {
          const page = await list(
            `/orders?${sort}&fields[orders]=id&page[size]=1&page[after]=${after}`,
          )
          expect(page.data[0]!.attributes).toEqual({ id: Number(page.data[0]!.id) })
          seen.push(...page.data.map(record => record.id))
          after = page.meta!.page!.after
        }
        expect(seen).toEqual(await ids(`/orders?${sort}`))
      },
    )

    it('refuses a cursor of another sort', async () => {
      const { meta } = await list('/orders?sort=total&page[size]=1&page[after]=')
      const answer = await open.get(`/orders?sort=-total&page[after]=${meta!.page!.after}`)
      expect(answer.status).toBe(400)
      expect(readError(answer).detail).toMatch(/^page\[after\] belongs to another sort/)
    })

    it.each(['nonsense', 'W10', 'bnVsbA', 'WyJpZCIsMSwyXQ', 'WyJpZCIsIngiXQ'])(
      'refuses the cursor %s',
      async cursor => {
        const answer = await open.get(`/orders?page[after]=${cursor}`)
        expect(answer.status).toBe(400)
        expect(readError(answer).detail).toMatch(
          /^page\[after\] (is not a cursor|belongs to another sort)/,
        )
      },
    )
  })

  describe('permissions', () => {
    const browse = { browse: true, read: true }
    let limited: OpenAgent
    beforeAll(async () => {
      limited = await openAgent(shop())
    })
    afterAll(() => limited.close())

    it('asks for the right to browse', async () => {
      limited.service.setRights('orders', { read: true })
      const answer = await limited.get('/orders')
      expect(answer.status).toBe(403)
      expect(readError(answer)).toMatchObject({
        name: 'ForbiddenError',
        detail: "Your role has no 'browse' right on 'orders'.",
      })
    })

    it('leaves out relations nobody named when their records may not be read', async () => {
      limited.service.setRights('orders', browse)
      limited.service.setRights('customers', false)
      const body = (await limited.get('/orders')).json as ListBody
      expect(body.included).toBeUndefined()
      expect(body.data[0]!.relationships ?? {}).not.toHaveProperty('customer')
    })

    it.each([
      'fields[orders]=customer&fields[customer]=name',
      'sort=customer.name',
      'filters={"field":"customer:name","operator":"present"}',
    ])('refuses to reach a relation by %s when its records may not be read', async query => {
      limited.service.setRights('orders', browse)
      limited.service.setRights('customers', false)
      const answer = await limited.get(`/orders?${query}`)
      expect(answer.status).toBe(403)
      expect(readError(answer).detail).toBe("Your role may not read the field 'customer'.")
    })

    it.each([
      'search=Ada&searchExtended=1',
      'search=customer.name:Ada',
      'search=customer:name:Ada',
    ])('finds nothing through a relation by %s when its records may not be read', async query => {
      limited.service.setRights('orders', browse)
      limited.service.setRights('customers', browse)
      expect(((await limited.get(`/orders?${query}`)).json as ListBody).data).toHaveLength(2)
      limited.service.setRights('customers', false)
      const answer = await limited.get(`/orders?${query}`)
      expect([answer.status, (answer.json as ListBody).data]).toEqual([200, []])
    })

    it.each([
      'fields[orders]=customer&fields[customer]=nope',
      'sort=customer.nope',
      'filters={"field":"customer:nope","operator":"present"}',
    ])('tells nothing of a collection that may not be read by %s', async query => {
      limited.service.setRights('orders', browse)
      limited.service.setRights('customers', false)
      const answer = await limited.get(`/orders?${query}`)
      expect([answer.status, answer.text.includes('country')]).toEqual([403, false])
      expect(readError(await limited.get('/nope')).detail).toBe(
        "No collection 'nope'. There are: orders.",
      )
    })

    it('shows the rows within the scope, also of relations', async () => {
      limited.service.setRights('orders', browse)
      limited.service.setRights('customers', browse)
      limited.service.setScope(1, 'customers', { field: 'country', operator: 'equal', value: 'US' })
      const body = (await limited.get('/orders?fields[orders]=customer&fields[customer]=name'))
        .json as ListBody
      expect(body.data.map(record => record.relationships)).toMatchObject([
        { customer: { data: null } },
        { customer: { data: null } },
        { customer: { data: { id: '2' } } },
        { customer: { data: null } },
      ])
    })
  })

  describe('what is wrong with a request', () => {
    it.each<[string, string, number, string, RegExp]>([
      [
        'GET',
        '/ordrs',
        404,
        'unknown_collection',
        /^No collection 'ordrs'\. There are: customers, addresses, orders, products, order_products\. Did you mean 'orders'\?$/,
      ],
      ['GET', '/audits', 404, 'unknown_collection', /^No collection 'audits'/],
      ['GET', '/constructor', 404, 'unknown_collection', /^No collection 'constructor'/],
      ['PATCH', '/orders', 405, 'method_not_allowed', /GET, HEAD, POST, PUT, DELETE/],
      ['GET', '/orders/1/2/3', 404, 'route_not_found', /\/orders\/1\/2\/3/],
      ['GET', '/%E0%A4%A', 400, 'malformed_path', /not correctly percent-encoded/],
    ])('%s %s', async (method, path, status, code, detail) => {
      const answer = await open.send(method, path)
      expect(answer.status).toBe(status)
      expect(readError(answer)).toMatchObject({
        status,
        code,
        detail: expect.stringMatching(detail),
      })
    })

    it.each([
      [
        '/orders',
        "The parameter 'timezone' is missing. It must be an IANA name like Europe/Paris.",
      ],
      [
        '/orders?timezone=Mars/Olympus',
        "timezone is 'Mars/Olympus'. It must be an IANA name like Europe/Paris.",
      ],
      [
        '/orders?timezone=UTC&timezone=UTC',
        "timezone is 'UTC,UTC'. It must be an IANA name like Europe/Paris.",
      ],
    ])('the time zone of %s', async (path, detail) => {
      const response = await fetch(open.url + path, {
        headers: { authorization: `Bearer ${open.token}` },
      })
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({
        errors: [{ name: 'ValidationError', detail, status: 400, code: 'validation_error' }],
      })
    })

    it('no session', async () => {
      const response = await fetch(`${open.url}/orders?timezone=UTC`)
      expect(response.status).toBe(401)
    })
  })
})
