import { describe, expect, it } from 'vitest'
import { collection, column, key, relation, schema, shop } from '../testing/build-schema.js'
import { findTarget } from './build-field.js'
import { buildNavigation } from './build-navigation.js'
import { groupNavigation, isJunction } from './group-navigation.js'
import { guessBadgeColour } from './guess-badge-colour.js'
import { guessColumns } from './guess-columns.js'
import { guessLabel } from './guess-label.js'
import { guessSort } from './guess-sort.js'
import { guessTitle } from './guess-title.js'
import { chooseWidgetForValue, guessEditWidget, guessShowWidget } from './guess-widget.js'
import { isSecretField } from './is-secret-field.js'
import { takesFullRow } from './takes-full-row.js'

const orders = shop.collections.find(({ name }) => name === 'orders')!

describe('guessLabel', () => {
  it.each([
    ['ordered_at', 'Ordered at'],
    ['customerID', 'Customer ID'],
    ['customerId', 'Customer ID'],
    ['id', 'ID'],
    ['HTMLBody', 'HTML body'],
    ['ORDER_LINES', 'Order lines'],
    ['order-lines', 'Order lines'],
    ['address.city', 'Address city'],
    ['line2', 'Line2'],
    ['été_passé', 'Été passé'],
    ['日付', '日付'],
    ['_', '_'],
    ['', ''],
  ])('writes %j as %j', (name, label) => {
    expect(guessLabel(name)).toBe(label)
  })
})

describe('guessTitle', () => {
  const titleFor = (...names: string[]) =>
    guessTitle(collection('c', [key(), ...names.map(name => column(name))]))

  it('takes the first name of the list, in any spelling', () => {
    expect(titleFor('email', 'title', 'code')).toBe('title')
    expect(titleFor('email', 'fullName')).toBe('fullName')
    expect(titleFor('sku', 'username')).toBe('username')
  })

  it('takes the first short text that is no key otherwise', () => {
    expect(titleFor('description', 'photo_url', 'city', 'street')).toBe('city')
    expect(guessTitle(collection('c', [key('iso', 'String'), column('region')]))).toBe('region')
  })

  it('takes no secret, no JSON and no relation: the id is left', () => {
    const fields = [key(), column('secret_name'), column('name', 'Json'), relation('label', 'x.id')]
    expect(guessTitle(collection('c', fields))).toBeUndefined()
  })
})

describe('bytes', () => {
  const rule = { type: 'is like', value: '/^data:.*;base64,.*/', message: '' }
  const photo = column('name', 'String', { validations: [rule] })
  const files = collection('files', [key(), photo, column('sku')])

  it('are recognised by the rule of their data URIs', () => {
    expect(guessShowWidget(photo, files).name).toBe('binary')
    expect(guessEditWidget(photo, files).name).toBe('binary')
  })

  it('neither name a record nor fill a list', () => {
    expect(guessTitle(files)).toBe('sku')
    expect(guessColumns(files)).not.toContain('name')
  })
})

describe('guessColumns', () => {
  it('takes title, states, relations, money and dates, in this order', () => {
    expect(guessColumns(orders)).toEqual([
      'reference',
      'status',
      'customer',
      'total',
      'ordered_at',
      'shipped_at',
    ])
  })

  it('takes at most eight, two relations and two dates, and nothing long or secret', () => {
    const fields = [
      key(),
      column('title'),
      column('body'),
      column('data', 'Json'),
      column('bytes', 'Binary'),
      column('tags', ['String']),
      column('api_token'),
      ...['a', 'b', 'c'].map(name => column(`${name}_status`, 'Enum')),
      ...['d', 'e', 'f'].map(name => relation(name, 'x.id')),
      ...['price', 'cost', 'fee'].map(name => column(name, 'Number')),
      ...['created_at', 'updated_at', 'seen_at'].map(name => column(name, 'Date')),
    ]
    expect(guessColumns(collection('c', fields))).toEqual([
      'title',
      'a_status',
      'b_status',
      'd',
      'e',
      'price',
      'cost',
      'created_at',
    ])
  })

  it('fills a narrow table up with short values, then its key', () => {
    const fields = [column('city'), key(), column('is_open', 'Boolean'), column('name')]
    expect(guessColumns(collection('c', fields))).toEqual(['name', 'city', 'is_open', 'id'])
  })

  it('begins with the key when nothing names a record', () => {
    expect(guessColumns(collection('c', [column('n', 'Number'), key()]))).toEqual(['id', 'n'])
  })

  it('leaves out relations to what the caller may not see', () => {
    expect(guessColumns(collection('c', [key(), relation('owner', null)]))).toEqual(['id'])
  })
})

describe('guessSort', () => {
  it('prefers the date of creation, then of the order, then of the last change', () => {
    const sortFor = (...names: string[]) =>
      guessSort(collection('c', [key(), ...names.map(name => column(name, 'Date'))]))
    expect(sortFor('updated_at', 'created_at')).toEqual([
      { field: 'created_at', isDescending: true },
    ])
    expect(sortFor('updatedAt', 'orderedAt')).toEqual([{ field: 'orderedAt', isDescending: true }])
    expect(sortFor('shipped_at')).toEqual([{ field: 'id', isDescending: true }])
  })

  it('does not sort by what cannot be sorted', () => {
    const fixed = column('created_at', 'Date', { isSortable: false })
    expect(guessSort(collection('c', [fixed, key()]))).toEqual([
      { field: 'id', isDescending: true },
    ])
    expect(guessSort(collection('c', [fixed]))).toEqual([])
  })

  it('sorts by every part of a composite key', () => {
    expect(guessSort(collection('c', [key('a'), key('b')]))).toHaveLength(2)
  })
})

describe('isSecretField', () => {
  it.each(['password', 'pass', 'passwordHash', 'api_token', 'clientSecret', 'salt', 'IBAN', 'ssn'])(
    'masks %s',
    name => {
      expect(isSecretField(name)).toBe(true)
    },
  )

  it.each(['passenger', 'passport', 'hashtag', 'name', 'assault'])('shows %s', name => {
    expect(isSecretField(name)).toBe(false)
  })
})

describe('guessBadgeColour', () => {
  it.each([
    ['paid', 'success'],
    ['ACTIVE', 'success'],
    ['succeeded', 'success'],
    ['pending', 'warning'],
    ['draft', 'warning'],
    ['trial', 'warning'],
    ['payment_failed', 'danger'],
    ['cancelled', 'danger'],
    ['suspended', 'danger'],
    ['shipped', 'info'],
    ['in progress', 'info'],
    ['partially-refunded', 'danger'],
  ])('shows %s as %s', (value, colour) => {
    expect(guessBadgeColour(value)).toBe(colour)
  })

  it('gives other values one of eight hues, always the same', () => {
    const values = Array.from({ length: 200 }, (_, index) => `value ${index}`)
    const hues = new Set(values.map(guessBadgeColour))
    expect([...hues].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7].map(hue => `hue-${hue}`))
    expect(guessBadgeColour('blue')).toBe(guessBadgeColour('blue'))
    expect(guessBadgeColour('not paid')).toMatch(/^hue/)
    expect(guessBadgeColour('')).toMatch(/^hue/)
  })
})

describe('widgets', () => {
  const show = (field: ReturnType<typeof column>, others = [column('currency')]) =>
    guessShowWidget(field, collection('c', [field, ...others]))
  const edit = (field: ReturnType<typeof column>) =>
    guessEditWidget(field, collection('c', [field]))

  it.each([
    ['email', 'String', 'email'],
    ['contact_email', 'String', 'email'],
    ['mobile', 'String', 'phone'],
    ['avatar_url', 'String', 'image'],
    ['website', 'String', 'link'],
    ['hair_color', 'String', 'colour'],
    ['country_code', 'String', 'country'],
    ['status', 'String', 'badge'],
    ['description', 'String', 'long-text'],
    ['password', 'String', 'masked'],
    ['city', 'String', 'text'],
    ['tax_rate', 'Number', 'percentage'],
    ['file_size', 'Number', 'size'],
    ['duration_ms', 'Number', 'duration'],
    ['quantity', 'Number', 'number'],
    ['is_open', 'Boolean', 'boolean'],
    ['born', 'Dateonly', 'day'],
    ['created_at', 'Date', 'date'],
    ['opens', 'Time', 'time'],
    ['data', 'Json', 'json'],
    ['place', 'Point', 'point'],
    ['key', 'Uuid', 'uuid'],
    ['bytes', 'Binary', 'binary'],
    ['unheard', 'Polygon', 'json'],
  ])('shows %s (%s) as %s', (name, type, widget) => {
    expect(show(column(name, type)).name).toBe(widget)
  })

  it('shows amounts as money when the record has a currency', () => {
    expect(show(column('total', 'Number'))).toEqual({
      name: 'money',
      parameters: { currencyField: 'currency', base: 'Unit' },
    })
    expect(show(column('price_cents', 'Number')).parameters).toMatchObject({ base: 'Cents' })
    expect(show(column('total', 'Number'), []).name).toBe('number')
  })

  it('shows lists, lists of enums, typed objects and relations', () => {
    expect(show(column('tags', ['String'])).name).toBe('list')
    expect(show(column('kinds', ['Enum'])).name).toBe('badges')
    expect(show(column('a', { fields: [{ field: 'x', type: 'String' }] })).name).toBe('json')
    expect(show(relation('customer', 'customers.id')).name).toBe('to-one')
    expect(show(relation('orders', 'orders.id', 'HasMany')).name).toBe('to-many')
  })

  it('edits few enum values as radio buttons, many as a select', () => {
    const values = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`)
    expect(edit(column('status', 'Enum', { enums: values(7) })).name).toBe('radio')
    expect(edit(column('status', 'Enum', { enums: values(8) })).name).toBe('select')
    expect(edit(column('kinds', ['Enum'])).name).toBe('multi-select')
  })

  it('edits an optional boolean with three states', () => {
    expect(edit(column('is_open', 'Boolean')).name).toBe('three-state')
    expect(edit(column('is_open', 'Boolean', { isRequired: true })).name).toBe('checkbox')
  })

  it('edits long texts in a text area, also when only their limit says so', () => {
    expect(edit(column('description')).name).toBe('text-area')
    const limit = (value: number) => [{ type: 'is shorter than', value, message: '' }]
    expect(edit(column('city', 'String', { validations: limit(5000) })).name).toBe('text-area')
    expect(edit(column('note', 'String', { validations: limit(80) })).name).toBe('text')
  })

  it.each([
    ['ada@example.com', 'email'],
    ['https://example.com/a.png?x=1', 'image'],
    ['https://example.com', 'link'],
    ['+33 6 12 34 56 78', 'phone'],
    ['#0af', 'colour'],
    ['#245fd4', 'colour'],
    ['9b2e6a34-6d3c-4b6e-8a59-9a6e0c1b2d3f', 'uuid'],
    ['P1DT2H', 'duration'],
    ['48.8566, 2.3522', 'point'],
    ['javascript:alert(1)', 'text'],
    ['P', 'text'],
    ['PT', 'text'],
    ['Lyon', 'text'],
    ['12', 'text'],
    [`a@${'b'.repeat(3000)}.fr`, 'text'],
  ])('shows the text %j as %s', (value, widget) => {
    expect(chooseWidgetForValue({ name: 'text' }, value).name).toBe(widget)
  })

  it('looks at texts of plain columns only', () => {
    expect(chooseWidgetForValue({ name: 'badge' }, 'a@b.fr').name).toBe('badge')
    expect(chooseWidgetForValue({ name: 'text' }, 12).name).toBe('text')
  })
})

describe('takesFullRow', () => {
  it.each([
    ['json', 'json', true, true],
    ['long-text', 'text-area', true, true],
    ['list', 'list', false, true],
    ['masked', 'masked', false, false],
    ['date', 'date', false, false],
  ])('of %s and its editor %s is %s and %s', (show, edit, isShownWide, isEditedWide) => {
    const field = { show: { name: show }, edit: { name: edit } }
    expect(takesFullRow(field, 'show')).toBe(isShownWide)
    expect(takesFullRow(field, 'edit')).toBe(isEditedWide)
  })
})

describe('navigation', () => {
  const named = (...names: string[]) => names.map(name => collection(name, [key(), column('name')]))

  it('groups by data source when there are several', () => {
    const [a, b] = named('orders', 'visits')
    expect(groupNavigation([a!, { ...b!, dataSource: 'web_logs' }]).groups).toEqual([
      { label: 'Main', collections: ['orders'] },
      { label: 'Web logs', collections: ['visits'] },
    ])
  })

  it('groups by a prefix that three share', () => {
    const all = named('shop_orders', 'people', 'shop_items', 'blog_posts', 'shop_carts')
    expect(groupNavigation(all).groups).toEqual([
      { label: null, collections: ['people', 'blog_posts'] },
      { label: 'Shop', collections: ['shop_orders', 'shop_items', 'shop_carts'] },
    ])
  })

  it('makes no group of everything', () => {
    expect(groupNavigation(named('app_a', 'app_b', 'app_c')).groups).toEqual([
      { label: null, collections: ['app_a', 'app_b', 'app_c'] },
    ])
  })

  it('sets pure junctions apart', () => {
    const both = [relation('order', 'orders.id'), relation('product', 'products.id')]
    const junction = collection('order_products', [...both, key('order_id'), key('product_id')])
    expect(isJunction(junction)).toBe(true)
    expect(isJunction(collection('lines', [...both, key(), column('quantity', 'Number')]))).toBe(
      false,
    )
    expect(groupNavigation([junction, ...named('orders')]).more).toEqual(['order_products'])
  })

  it('has favourites first, and a filter box above fifteen collections', () => {
    const build = (count: number) =>
      buildNavigation(
        schema(...named(...Array.from({ length: count }, (_, index) => `c${index}`))),
        null,
        ['c2', 'gone', 'c1', 'c2'],
      )
    expect(build(15)).toMatchObject({ favourites: ['c2', 'c1'], hasFilter: false })
    expect(build(16).hasFilter).toBe(true)
  })

  it('follows the layout: groups, hidden ones, and new collections below More', () => {
    const layout = {
      version: 1,
      navigation: {
        groups: [
          {
            label: 'Daily',
            items: [
              { kind: 'collection', name: 'orders' },
              { kind: 'collection', name: 'gone' },
              { kind: 'link', label: 'Help', url: 'https://example.com' },
            ],
          },
        ],
        hidden: ['countries'],
      },
      collections: {},
    } as const
    const navigation = buildNavigation(shop, layout, ['countries'])
    expect(navigation).toMatchObject({ favourites: [], more: ['customers'] })
    expect(navigation.sections[0]!.items).toEqual([
      { kind: 'collection', name: 'orders' },
      { kind: 'link', label: 'Help', url: 'https://example.com' },
    ])
  })
})

it('a reference names the longest known collection', () => {
  const names = new Set(['a', 'a.b'])
  expect(findTarget('a.b.c', names)).toBe('a.b')
  expect(findTarget('a.c', names)).toBe('a')
  expect(findTarget('x.id', names)).toBeUndefined()
  expect(findTarget(null, names)).toBeUndefined()
})
