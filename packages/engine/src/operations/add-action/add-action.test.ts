import { describe, expect, it } from 'vitest'
import type { ActionContext, SingleActionContext } from '../../actions/action-context.js'
import { executeAction, findAction } from '../../actions/execute-action.js'
import type { AnyValues } from '../../actions/form-values.js'
import type { EngineCall } from '../../model/model.js'
import type { Filter } from '../../query.js'
import { call, openShop } from '../../testing/shop.js'
import type { CollectionCustomizer } from '../collection-customizer.js'

type AddAction = CollectionCustomizer['addAction']
type Definition = Parameters<AddAction>[1]

const byIds = (...ids: number[]): Filter => ({
  conditionTree: { field: 'id', operator: 'In', value: ids },
})

async function openWith(definition: Definition, name = 'Act') {
  const { model, asked } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders => orders.addAction(name, definition)),
  )
  const collection = model.collection('orders')
  const run = (filter: Filter, values: AnyValues = {}, as: EngineCall = call) =>
    executeAction({ collection, action: findAction(collection, name), filter, values }, as)
  return { model, asked, run }
}

/** Returns what an action on the filter reads from its context. */
async function readIn<T>(
  scope: 'Single' | 'Bulk' | 'Global',
  filter: Filter,
  read: (context: never) => Promise<T>,
  as: EngineCall = call,
) {
  let result: T | undefined
  const { run, asked } = await openWith({
    scope,
    execute: async context => {
      asked.length = 0
      result = await read(context as never)
    },
  })
  await run(filter, {}, as)
  return { result, asked }
}

describe('addAction', () => {
  it('runs code on the records selected', async () => {
    const { model, run } = await openWith({
      scope: 'Bulk',
      execute: async ({ collection, filter }, resultBuilder) => {
        const paid = await collection.update(filter, { status: 'paid' })
        return resultBuilder.success(`${paid} paid`, { invalidated: ['customer'] })
      },
    })
    expect(await run(byIds(2, 5))).toEqual({
      kind: 'success',
      message: '2 paid',
      html: undefined,
      invalidated: ['customer'],
      headers: {},
    })
    const orders = model.collection('orders').context(call, 'test').collection
    const conditionTree = { field: 'status', operator: 'Equal', value: 'paid' } as const
    expect(await orders.list({ conditionTree }, ['id'])).toEqual([1, 2, 3, 5].map(id => ({ id })))
  })

  it('is a success when code answers nothing', async () => {
    const { run } = await openWith({ scope: 'Global', execute: () => {} })
    expect(await run({})).toMatchObject({ kind: 'success', message: 'Success' })
  })

  it('refuses an answer that the result builder did not make', async () => {
    const { run } = await openWith({ scope: 'Global', execute: (() => 'done') as never })
    await expect(run({})).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining("'Act' did not return a result"),
    })
  })

  it('merges the reads of one tick into one query, each with its own fields', async () => {
    const { result, asked } = await readIn('Single', byIds(1), (context: SingleActionContext) =>
      Promise.all([
        context.getRecord(['status']),
        context.getField('customer:name'),
        context.getRecords(['total', 'customer:country:code']),
        context.getField('nope').catch((error: Error) => error.message),
      ]),
    )
    expect(result).toEqual([
      { status: 'paid' },
      'Ada',
      [{ total: 30, customer: { country: { code: 'FR' } } }],
      expect.stringContaining("No field 'nope' on 'orders'"),
    ])
    expect(asked).toEqual(['list orders'])
  })

  it('tells the ids of the records selected', async () => {
    const { result } = await readIn('Bulk', byIds(1, 2, 404), async (context: ActionContext) => [
      await context.getRecordIds(),
      await context.getCompositeRecordIds(),
    ])
    expect(result).toEqual([
      [1, 2],
      [[1], [2]],
    ])
  })

  it('reads big selections in batches', async () => {
    const { result } = await readIn('Bulk', {}, async (context: ActionContext) => {
      const ids: unknown[] = []
      for await (const batch of context.iterateRecords(['id'])) {
        ids.push(...batch.map(({ id }) => id))
      }
      return ids
    })
    expect(result).toEqual([1, 2, 3, 4, 5])
  })

  it('gives one record its own readers', async () => {
    const { result } = await readIn('Single', byIds(3), async (context: SingleActionContext) => [
      await context.getRecordId(),
      await context.getCompositeRecordId(),
      await context.getField('owner:name'),
      context.hasFieldChanged('anything'),
    ])
    expect(result).toEqual([3, [3], null, false])
  })

  it('tells which fields somebody filled in with something else than the form does', async () => {
    const asked: string[] = []
    const createDefault = (name: string, value: string) => () => {
      asked.push(name)
      return value
    }
    const { run } = await openWith({
      scope: 'Global',
      form: [
        { label: 'Plain', type: 'String' },
        { label: 'Fixed', type: 'Number', defaultValue: 3 },
        { label: 'Computed', type: 'String', defaultValue: createDefault('Computed', 'mine') },
        { label: 'Set', type: 'String', value: () => 'set' },
        { label: 'Since', type: 'Date', defaultValue: '2024-01-02T03:04:05Z' },
        { label: 'Tags', type: 'StringList', defaultValue: ['a', 'b'] },
        { label: 'Locked', type: 'String', isReadOnly: true, defaultValue: 'kept' },
      ],
      execute: ({ hasFieldChanged }, resultBuilder) => {
        const names = ['Plain', 'Fixed', 'Computed', 'Set', 'Since', 'Tags', 'Locked', 'None']
        return resultBuilder.success(names.filter(name => hasFieldChanged(name)).join())
      },
    })
    const changed = async (values: object) => {
      const result = await run({}, values as Record<string, unknown>)
      return (result as { readonly message?: string }).message
    }
    expect(await changed({})).toBe('')
    const same = { Plain: null, Fixed: '3', Computed: 'mine', Set: 'set', None: 1 }
    const instant = '2024-01-02T03:04:05.000Z'
    expect(await changed({ ...same, Since: instant, Tags: ['a', 'b'] })).toBe('')
    expect(asked).toEqual(['Computed', 'Computed'])
    const others = { Plain: 'x', Fixed: 4, Computed: null, Set: 'y', Since: null, Tags: ['b', 'a'] }
    expect(await changed({ ...others, Locked: 'x' })).toBe('Plain,Fixed,Computed,Set,Since,Tags')
  })

  it.each([
    [byIds(404), 404, "No such record in 'orders'."],
    [byIds(1, 2), 400, "'Act' runs on exactly one record; several are selected."],
  ])('runs on one record only', async (filter, status, message) => {
    const { run } = await openWith({ scope: 'Single', execute: () => {} })
    await expect(run(filter)).rejects.toMatchObject({ status, message })
  })

  it('can be run and asked by code, which ends in a loop when it leads back', async () => {
    const { run } = await openWith({
      scope: 'Global',
      form: [{ label: 'Again', type: 'Boolean' }],
      execute: async ({ collection, formValues }, resultBuilder) => {
        const form = await collection.getForm('Act', { Again: true })
        if (formValues.Again === true) return collection.execute('Act', { Again: false })
        return resultBuilder.success(form.fields.map(({ id, value }) => `${id} ${value}`).join())
      },
    })
    expect(await run({}, { Again: false })).toMatchObject({ message: 'Again true' })
    await expect(run({}, { Again: true })).rejects.toThrow(
      'Customizations call each other without end: orders.Act execute -> orders.Act execute.',
    )
  })
})

describe('addAction within a scope', () => {
  const scoped = (scopes: Record<string, unknown>): EngineCall => ({
    ...call,
    findScope: ({ name }) => scopes[name] as never,
  })
  const paid = { field: 'status', operator: 'Equal', value: 'paid' }
  const fromFrance = { field: 'country_id', operator: 'Equal', value: 1 }
  const ids = (context: ActionContext) => context.getRecordIds()

  it('reaches the records the caller sees, and no other', async () => {
    const { result } = await readIn('Bulk', byIds(1, 2), ids, scoped({ orders: paid }))
    expect(result).toEqual([1])
  })

  it('does not run on a record the caller does not see', async () => {
    const failing = readIn('Single', byIds(2), ids, scoped({ orders: paid }))
    await expect(failing).rejects.toMatchObject({ status: 404 })
  })

  it('gives the filter that code writes with the same limits', async () => {
    const { result } = await readIn(
      'Bulk',
      byIds(1, 2),
      ({ collection, filter }: ActionContext) => collection.update(filter, { total: 0 }),
      scoped({ orders: paid }),
    )
    expect(result).toBe(1)
  })

  it('selects through a relation only by records that the caller sees', async () => {
    const filter: Filter = {
      conditionTree: { field: 'customer:name', operator: 'Present' },
    }
    const all = await readIn('Bulk', filter, ids)
    expect(all.result).toEqual([1, 2, 3, 5])
    const some = await readIn('Bulk', filter, ids, scoped({ customers: fromFrance }))
    expect(some.result).toEqual([1, 3])
  })

  it('shows code related records that the caller does not see', async () => {
    const { result } = await readIn(
      'Single',
      byIds(2),
      (context: SingleActionContext) => context.getField('customer:name'),
      scoped({ customers: fromFrance }),
    )
    expect(result).toBe('Bob')
  })
})

describe('addAction refuses', () => {
  const execute = () => {}
  const withForm = (...form: object[]) => ({ scope: 'Global', execute, form })
  const field = (options: object) => withForm({ label: 'A', type: 'String', ...options })
  const page = (...elements: object[]) => ({ type: 'Layout', component: 'Page', elements })
  const row = (...fields: object[]) => ({ type: 'Layout', component: 'Row', fields })
  const separator = { type: 'Layout', component: 'Separator' }

  it.each([
    [
      'a scope',
      { scope: 'Every', execute },
      "'Act' has the unknown scope 'Every'. There are: Single, Bulk, Global.",
    ],
    ['no code', { scope: 'Global' }, "'Act' needs a function execute."],
    [
      'a long label',
      { scope: 'Global', execute, submitButtonLabel: 'x'.repeat(51) },
      "The submitButtonLabel of 'Act' has 51 characters; at most 50 are shown.",
    ],
    ['a form', { scope: 'Global', execute, form: {} }, 'A form is a list of elements'],
    ['a text', withForm('A' as never), 'A form element is an object, not "A".'],
    ['no label', withForm({ type: 'String' }), "A form field of type 'String' needs a label."],
    [
      'a type',
      field({ type: 'Text' }),
      "The field 'A' has the unknown type 'Text'. There are: Boolean, ",
    ],
    [
      'a widget',
      field({ widget: 'Slider' }),
      "The field 'A' has the unknown widget 'Slider'. There are: ",
    ],
    [
      'a widget of other types',
      field({ type: 'Number', widget: 'TextArea' }),
      "The field 'A' is a Number: the widget TextArea is for String.",
    ],
    [
      'no options',
      field({ widget: 'Dropdown' }),
      "The field 'A' needs 'options': a list, or a function",
    ],
    [
      'no values',
      field({ type: 'Enum' }),
      "The field 'A' needs 'enumValues': a list, or a function",
    ],
    [
      'no collection',
      field({ type: 'Collection' }),
      "The field 'A' needs 'collectionName': a text",
    ],
    [
      'an unknown collection',
      field({ type: 'Collection', collectionName: 'custmers' }),
      "No collection 'custmers'. There are: orders, customers",
    ],
    [
      'a search',
      field({ widget: 'Dropdown', options: [], search: 'fuzzy' }),
      "The field 'A' has the unknown search 'fuzzy'. There are: static, dynamic, disabled.",
    ],
    [
      'a property',
      field({ isRequred: true }),
      "The field 'A' has the unknown property 'isRequred'. It may have: type, ",
    ],
    [
      'a property of a widget',
      field({ rows: 3 }),
      "The field 'A' has the unknown property 'rows'.",
    ],
    ['a condition', field({ if: true }), "The field 'A': 'if' must be a function"],
    [
      'two fields of one name',
      withForm({ label: 'A', type: 'String' }, row({ label: 'Other', id: 'A', type: 'Number' })),
      "Two fields of the form are called 'A'",
    ],
    [
      'pages and more',
      withForm(page(separator), separator),
      'A form has pages or other elements, not both',
    ],
    ['pages in pages', withForm(page(page(separator))), 'A Page cannot hold a Page.'],
    ['a separator in a row', withForm(row(separator)), 'A Row holds fields only, no Separator.'],
    [
      'a row of nothing',
      withForm({ type: 'Layout', component: 'Row' }),
      "A Row needs a list 'fields'.",
    ],
    [
      'a block of nothing',
      withForm({ type: 'Layout', component: 'HtmlBlock' }),
      "HtmlBlock needs 'content'",
    ],
    [
      'a layout',
      withForm({ type: 'Layout', component: 'Grid' }),
      "Unknown layout element 'Grid'. There are: HtmlBlock, Page, Row, Separator.",
    ],
  ])('%s', async (_, definition, message) => {
    const failing = openWith(definition as never)
    await expect(failing).rejects.toThrow(message)
    await expect(failing).rejects.toThrow(/addAction on 'orders'.*at .*add-action\.test\.ts:\d+/s)
  })

  it('a second action of the same name, and one without', async () => {
    const add = (...names: string[]) =>
      openShop(customizer =>
        customizer.customizeCollection('orders', orders => {
          for (const name of names) orders.addAction(name, { scope: 'Global', execute })
        }),
      )
    await expect(add('A', 'A')).rejects.toThrow("'orders' already has an action 'A'.")
    await expect(add(' ')).rejects.toThrow('An action needs a name.')
  })

  it('reads records by one plan, however often it asks in a moment', async () => {
    const lines: string[] = []
    const { model } = await openShop(
      customizer =>
        customizer.customizeCollection('orders', orders =>
          orders.addAction('Act', {
            scope: 'Bulk',
            execute: async context => {
              await Promise.all([context.getRecords(['total']), context.getRecords(['owner:name'])])
            },
          }),
        ),
      { debug: text => lines.push(text.replace(/[\d.]+ ms/g, '1 ms')) },
    )
    const collection = model.collection('orders')
    const action = findAction(collection, 'Act')
    await executeAction({ collection, action, filter: byIds(1, 2), values: {} }, call)
    expect(lines.at(-1)).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id, total, owner_id)  where id in ?  order by id  [2 rows, 1 ms]
        join     owner <- owners by owner_id = id  [2 rows, 1 ms]
          scan     owners(name, id)  where id in ?  [2 rows, 1 ms]
        shape    id, total, owner(name)  [2 rows, 1 ms]
        2 rows in 1 ms"
    `)
  })
})
