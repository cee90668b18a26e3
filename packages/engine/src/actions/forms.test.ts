import { describe, expect, it, vi } from 'vitest'
import type { EngineCall } from '../model/model.js'
import type { CollectionCustomizer } from '../operations/collection-customizer.js'
import type { Filter } from '../query.js'
import { call, openShop } from '../testing/shop.js'
import type { Nothing, Schema } from '../typings/schema.js'
import type { SingleActionContext } from './action-context.js'
import type { FormRequest } from './action-request.js'
import { executeAction, findAction } from './execute-action.js'
import type { FormElement } from './form-elements.js'
import type { AnyValues } from './form-values.js'
import { loadForm, staticForm } from './load-form.js'

type Definition = Parameters<CollectionCustomizer<Schema, string, Nothing>['addAction']>[1]
type Elements = readonly FormElement<SingleActionContext>[]

const first: Filter = { conditionTree: { field: 'id', operator: 'Equal', value: 1 } }

/** Opens the form of an action on one order. */
async function openForm(form: Elements | ((context: SingleActionContext) => Elements)) {
  const execute = vi.fn()
  const { model, asked } = await openShop(customizer =>
    customizer.customizeCollection('orders', orders =>
      orders.addAction('Act', { scope: 'Single', form, execute } as Definition),
    ),
  )
  const collection = model.collection('orders')
  const action = findAction(collection, 'Act')
  return {
    action,
    asked,
    load: (request: Partial<FormRequest> = {}) =>
      loadForm({ collection, action, filter: first, values: {}, ...request }, call),
    /** Returns the values that code receives. */
    async submit(values: AnyValues, as: EngineCall = call) {
      execute.mockClear()
      await executeAction({ collection, action, filter: first, values }, as)
      return execute.mock.calls[0]?.[0].formValues
    },
  }
}

const listIds = ({ fields }: { fields: readonly { id: string }[] }) => fields.map(({ id }) => id)

describe('loading a form', () => {
  it('knows a form without functions beforehand', async () => {
    const { action } = await openForm([
      { label: 'Amount', type: 'Number', defaultValue: 3, widget: 'NumberInput', min: 1 },
      { id: 'why', label: 'Reason', type: 'Enum', enumValues: ['late'], isRequired: true },
    ])
    expect(staticForm(action)).toEqual({
      fields: [
        {
          id: 'Amount',
          label: 'Amount',
          type: 'Number',
          value: 3,
          isWatched: false,
          widget: 'NumberInput',
          parameters: { min: 1 },
        },
        {
          id: 'why',
          label: 'Reason',
          type: 'Enum',
          isRequired: true,
          isWatched: false,
          enumValues: ['late'],
          parameters: {},
        },
      ],
      layout: [],
    })
  })

  it.each<Elements[number]>([
    { label: 'A', type: 'String', isRequired: () => true },
    { label: 'A', type: 'File', defaultValue: { mimeType: 'a/b', buffer: Buffer.of(), name: '' } },
    {
      type: 'Layout',
      component: 'Page',
      elements: [
        {
          type: 'Layout',
          component: 'Row',
          fields: [{ label: 'A', type: 'String', if: () => true }],
        },
      ],
    },
  ])('has to be asked for one with %j', async element => {
    const { action } = await openForm([element])
    expect(action.isDynamic).toBe(true)
    expect(staticForm(action)).toBeUndefined()
  })

  it('calls functions with the context, in one query for all of a record', async () => {
    const { load, asked } = await openForm([
      {
        label: 'Name',
        type: 'String',
        defaultValue: context => context.getField('customer:name') as Promise<string>,
      },
      {
        label: 'Total',
        type: 'Number',
        defaultValue: async context => (await context.getRecord(['total'])).total as number,
      },
      { label: 'Who', type: 'String', description: ({ timezone }) => `in ${timezone}` },
    ])
    asked.length = 0
    const { fields } = await load()
    expect(fields).toMatchObject([{ value: 'Ada' }, { value: 30 }, { description: 'in UTC' }])
    expect(asked).toEqual(['list orders'])
  })

  it('keeps what was filled in, shows defaults for the rest, and lets value decide', async () => {
    const { load } = await openForm([
      { label: 'A', type: 'String', defaultValue: () => 'default' },
      { label: 'B', type: 'String', defaultValue: 'default' },
      { label: 'C', type: 'String', value: ({ formValues }) => `${formValues.A} ${formValues.B}` },
      { label: 'D', type: 'String', value: () => undefined },
      { label: 'E', type: 'String', defaultValue: 'default' },
    ])
    const { fields } = await load({ values: { A: 'mine', C: 'mine', D: 'mine', E: null } })
    expect(fields.map(({ value }) => value)).toEqual([
      'mine',
      'default',
      'mine default',
      'mine',
      null,
    ])
  })

  it('hides what is not to be shown, and rows and pages left empty', async () => {
    const { load } = await openForm([
      {
        type: 'Layout',
        component: 'Page',
        nextButtonLabel: 'On',
        elements: [
          { label: 'Rating', type: 'Number' },
          {
            type: 'Layout',
            component: 'Row',
            fields: [
              {
                label: 'Why',
                type: 'String',
                if: ({ formValues }) => Number(formValues.Rating) < 3,
              },
            ],
          },
          { type: 'Layout', component: 'Separator' },
          {
            type: 'Layout',
            component: 'HtmlBlock',
            content: ({ formValues }) => `<b>${formValues.Rating}</b>`,
          },
        ],
      },
      {
        type: 'Layout',
        component: 'Page',
        if: () => false,
        elements: [{ label: 'Never', type: 'String' }],
      },
    ])
    const bad = await load({ values: { Rating: 1 } })
    expect(listIds(bad)).toEqual(['Rating', 'Why'])
    expect(bad.layout).toEqual([
      {
        component: 'Page',
        nextButtonLabel: 'On',
        elements: [
          { component: 'Input', fieldId: 'Rating' },
          { component: 'Row', fields: [{ component: 'Input', fieldId: 'Why' }] },
          { component: 'Separator' },
          { component: 'HtmlBlock', content: '<b>1</b>' },
        ],
      },
    ])
    const good = await load({ values: { Rating: 5 } })
    expect(listIds(good)).toEqual(['Rating'])
    expect(JSON.stringify(good.layout)).not.toContain('Row')
  })

  it('gives a field without a widget the one that its properties need', async () => {
    const { load } = await openForm([
      { label: 'Text', type: 'String', placeholder: () => 'Write' },
      { label: 'Number', type: 'Number', placeholder: '12' },
      { label: 'Day', type: 'Dateonly', placeholder: 'yyyy' },
      { label: 'Instant', type: 'Date', placeholder: 'yyyy' },
      { label: 'Words', type: 'StringList', placeholder: 'Word' },
      { label: 'Numbers', type: 'NumberList', placeholder: '1' },
      { label: 'One', type: 'String', options: ['a'] },
      { label: 'Some', type: 'NumberList', options: [1], search: 'static', placeholder: 'Some' },
      { label: 'Found', type: 'String', search: 'dynamic', options: (_, text) => [`<${text}>`] },
      { label: 'None', type: 'String' },
    ])
    const { fields } = await load()
    const shown = fields.map(({ label, widget, parameters }) => [label, widget, parameters])
    expect(shown).toEqual([
      ['Text', 'TextInput', { placeholder: 'Write' }],
      ['Number', 'NumberInput', expect.objectContaining({ placeholder: '12' })],
      ['Day', 'DatePicker', expect.objectContaining({ placeholder: 'yyyy' })],
      ['Instant', 'DatePicker', expect.objectContaining({ placeholder: 'yyyy' })],
      ['Words', 'TextInputList', expect.objectContaining({ placeholder: 'Word' })],
      ['Numbers', 'NumberInputList', expect.objectContaining({ placeholder: '1' })],
      ['One', 'Dropdown', { options: ['a'] }],
      ['Some', 'Dropdown', { options: [1], search: 'static', placeholder: 'Some' }],
      ['Found', 'Dropdown', { options: ['<>'], search: 'dynamic' }],
      ['None', undefined, {}],
    ])
    const searched = await load({ search: { field: 'Found', text: 'x' } })
    expect(searched.fields[0]?.parameters.options).toEqual(['<x>'])
  })

  it.each([
    [{ label: 'A', type: 'Boolean', placeholder: 'x' }, /unknown property 'placeholder'/],
    [{ label: 'A', type: 'Enum', enumValues: ['a'], options: ['a'] }, /unknown property 'options'/],
    [{ label: 'A', type: 'String', search: 'static' }, /'A' needs 'options': a list/],
    [
      { label: 'A', type: 'String', options: ['a'], search: 'statc' },
      /unknown search 'statc'\. There are: static, dynamic, disabled/,
    ],
    [{ label: 'A', type: 'String', placeholder: 'x', rows: 3 }, /unknown property 'rows'/],
  ])('refuses %o', async (field, message) => {
    await expect(openForm([field] as never)).rejects.toThrow(message)
  })

  it('watches the fields that code looks at', async () => {
    const { load } = await openForm([
      { label: 'A', type: 'String' },
      { label: 'B', type: 'String', isReadOnly: ({ formValues }) => formValues.A === 'x' },
      { label: 'C', type: 'String' },
      {
        label: 'D',
        type: 'String',
        value: ({ hasFieldChanged }) => (hasFieldChanged('C') ? 'new' : undefined),
      },
    ])
    const { fields } = await load({ values: { A: 'x' }, changedField: 'C' })
    expect(fields.map(({ isWatched }) => isWatched)).toEqual([true, false, true, false])
    expect(fields.map(({ isReadOnly }) => isReadOnly)).toEqual([
      undefined,
      true,
      undefined,
      undefined,
    ])
    expect(fields[3]?.value).toBe('new')
  })

  it('does not let code change the values', async () => {
    const { load } = await openForm([
      {
        label: 'A',
        type: 'String',
        value: ({ formValues }) => {
          ;(formValues as Record<string, unknown>).A = 'other'
          return 'never'
        },
      },
    ])
    await expect(load()).rejects.toThrow(TypeError)
  })

  it('searches the options of one field, and computes no other', async () => {
    const other = vi.fn(() => 'text')
    const { load } = await openForm([
      {
        label: 'Who',
        type: 'String',
        widget: 'Dropdown',
        search: 'dynamic',
        options: async ({ formValues }, text) => [`${formValues.Kind} ${text}`],
      },
      { label: 'Kind', type: 'String', description: other },
    ])
    const search = { field: 'Who', text: 'ad' }
    const found = await load({ search, values: { Kind: 'old' } })
    expect(listIds(found)).toEqual(['Who'])
    expect(found.fields[0]?.parameters.options).toEqual(['old ad'])
    expect(other).not.toHaveBeenCalled()
    expect((await load()).fields[0]?.parameters.options).toEqual(['null '])
    await expect(load({ search: { field: 'Nope', text: '' } })).rejects.toThrow(
      "No field 'Nope' in the form. It has: Who, Kind.",
    )
  })

  it('is made by a function, which sees what was filled in', async () => {
    const { load } = await openForm(({ formValues }) =>
      formValues.More === true
        ? [
            { label: 'More', type: 'Boolean' },
            { label: 'Then', type: 'String' },
          ]
        : [{ label: 'More', type: 'Boolean' }],
    )
    expect(listIds(await load())).toEqual(['More'])
    const more = await load({ values: { More: true } })
    expect(listIds(more)).toEqual(['More', 'Then'])
    expect(more.fields[0]).toMatchObject({ isWatched: true, value: true })
  })

  it('tells the log of a form that a function made wrong', async () => {
    const { load } = await openForm(() => [{ label: 'A', type: 'Strng' } as never])
    await expect(load()).rejects.toThrow(
      /addAction on 'orders': The field 'A' has the unknown type 'Strng'.*forms\.test\.ts:\d+/s,
    )
    await expect(load()).rejects.not.toHaveProperty('status')
  })
})

describe('submitting a form', () => {
  const file = {
    mimeType: 'text/plain',
    buffer: Buffer.from('hello'),
    name: 'a b.txt',
    charset: 'utf-8',
  }
  const dataUri = 'data:text/plain;name=a%20b.txt;charset=utf-8;base64,aGVsbG8='

  it.each<[string, unknown, unknown, object?]>([
    ['Boolean', true, true],
    ['Boolean', 'false', false],
    ['Date', '2024-01-31T12:00:00Z', '2024-01-31T12:00:00.000Z'],
    ['Dateonly', '2024-01-31', '2024-01-31'],
    ['Time', '12:30:00', '12:30:00'],
    ['Enum', 'a', 'a', { enumValues: ['a', 'b'] }],
    ['Enum', 'a', 'a', { enumValues: async () => ['a', 'b'] }],
    ['EnumList', ['b', 'a'], ['b', 'a'], { enumValues: ['a', 'b'] }],
    ['File', dataUri, file],
    ['FileList', [dataUri, dataUri], [file, file]],
    ['Json', { a: [1] }, { a: [1] }],
    ['Number', '12.5', 12.5],
    ['Number', '', null],
    ['NumberList', ['1', 2], [1, 2]],
    ['String', 'text', 'text'],
    ['String', '', ''],
    ['StringList', ['a', ''], ['a', '']],
    ['Collection', '2', [2], { collectionName: 'customers' }],
    ['Collection', 2, [2], { collectionName: () => 'customers' }],
    ['Collection', '1|2', [1, 2], { collectionName: 'order_tags' }],
    ['Collection', ['1', '2'], [1, 2], { collectionName: 'order_tags' }],
    ['Collection', null, null, { collectionName: 'customers' }],
    ['String', undefined, null],
    ['String', 'b', 'b', { options: ['a', { label: 'B', value: 'b' }], placeholder: 'Choose' }],
    ['String', 'x', 'x', { search: 'dynamic', options: async () => [] }],
    ['String', 'b', 'b', { widget: 'Dropdown', options: ['a', { label: 'B', value: 'b' }] }],
    ['NumberList', [2], [2], { widget: 'CheckboxGroup', options: async () => [1, 2] }],
    ['String', 'x', 'x', { widget: 'Dropdown', search: 'dynamic', options: async () => [] }],
    ['Number', 5, 5, { widget: 'NumberInput', min: 5, max: () => 5 }],
    ['Dateonly', '2024-01-31', '2024-01-31', { widget: 'DatePicker', min: new Date('2024-01-31') }],
    ['File', dataUri, file, { widget: 'FilePicker', extensions: ['.TXT'], maxSizeMb: 1 }],
  ])('converts a %s %j to %j', async (type, given, value, options = {}) => {
    const { submit } = await openForm([{ label: 'A', type, ...options } as Elements[number]])
    expect(await submit({ A: given })).toEqual({ A: value })
  })

  it.each<[string, unknown, RegExp, object?]>([
    ['Boolean', 'maybe', /'A': .*is not a Boolean/],
    ['Date', 'tomorrow', /'A': .*is not a Date/],
    ['Enum', 'c', /'A': "c" is not one of: a, b\./, { enumValues: ['a', 'b'] }],
    ['EnumList', ['a', 'c'], /'A': "c" is not one of: a, b\./, { enumValues: () => ['a', 'b'] }],
    ['File', 'hello', /'A': A file must be a data URI/],
    ['File', 'data:text/plain,hello', /'A': A file must be a data URI/],
    ['File', 'data:text/plain;base64,%%%', /'A': A file must be a data URI/],
    ['File', { buffer: 'no bytes' }, /'A': it must be a file/],
    ['FileList', dataUri, /'A': it must be a list/],
    ['Number', 'one', /'A': .*is not a Number/],
    ['NumberList', [1, null], /'A': it must be a list of values/],
    ['StringList', 'a', /'A': .*is not a list/],
    ['String', {}, /'A': .*is not a String/],
    ['Collection', 'x', /'A': .*is not a Number/, { collectionName: 'customers' }],
    ['Collection', {}, /'A': it must be the id of a record/, { collectionName: 'customers' }],
    ['Collection', [1], /'A': the id needs 2 parts/, { collectionName: 'order_tags' }],
    ['Collection', '404', /'A': 'customers' has no such record/, { collectionName: 'customers' }],
    ['String', 'c', /'A': "c" is not one of: a/, { widget: 'Dropdown', options: ['a'] }],
    ['String', 'c', /'A': "c" is not one of: a/, { options: ['a'] }],
    ['Number', 4, /'A': it must be at least 5/, { widget: 'NumberInput', min: 5 }],
    ['NumberList', [1, 9], /'A': it must be at most 5/, { widget: 'NumberInputList', max: 5 }],
    ['Dateonly', '2024-02-01', /at most 2024-01-31/, { widget: 'DatePicker', max: '2024-01-31' }],
    [
      'File',
      dataUri,
      /must end in: pdf, png/,
      { widget: 'FilePicker', extensions: ['pdf', '.png'] },
    ],
    ['File', dataUri, /at most 0.000001 MB/, { widget: 'FilePicker', maxSizeMb: 0.000001 }],
    ['FileList', [dataUri, dataUri], /at most 1 files/, { widget: 'FilePicker', maxCount: 1 }],
  ])('refuses a %s %j', async (type, given, message, options = {}) => {
    const { submit } = await openForm([{ label: 'A', type, ...options } as Elements[number]])
    await expect(submit({ A: given })).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(message),
    })
  })

  it.each([undefined, null, ''])('needs what is required, not %j', async A => {
    const { submit } = await openForm([{ label: 'A', type: 'String', isRequired: () => true }])
    await expect(submit({ A })).rejects.toMatchObject({
      status: 400,
      message: "'A' is required.",
    })
  })

  it('needs an item in a list that is required', async () => {
    const { submit } = await openForm([{ label: 'A', type: 'StringList', isRequired: true }])
    await expect(submit({ A: [] })).rejects.toThrow("'A' is required.")
    expect(await submit({ A: ['x'] })).toEqual({ A: ['x'] })
  })

  it('takes no record that the caller does not see', async () => {
    const { submit } = await openForm([
      { label: 'A', type: 'Collection', collectionName: 'customers' },
    ])
    const scope = { field: 'name', operator: 'Equal', value: 'Ada' } as const
    const findScope: EngineCall['findScope'] = ({ name }) =>
      name === 'customers' ? scope : undefined
    expect(await submit({ A: 1 }, { ...call, findScope })).toEqual({ A: [1] })
    await expect(submit({ A: 2 }, { ...call, findScope })).rejects.toThrow('has no such record')
  })

  it('ignores what is no field of the form', async () => {
    const { submit } = await openForm([{ label: 'A', type: 'String' }])
    expect(await submit({ A: 'a', 'Loading...': 'x', constructor: 'y' })).toEqual({ A: 'a' })
  })

  it('takes the default of a field that was not sent', async () => {
    const { submit } = await openForm([
      { label: 'A', type: 'String', defaultValue: () => 'default' },
      { label: 'B', type: 'String', value: () => 'computed' },
    ])
    expect(await submit({})).toEqual({ A: 'default', B: 'computed' })
    expect(await submit({ A: null, B: 'mine' })).toEqual({ A: null, B: 'mine' })
  })

  it('keeps the value of the server where a field is read-only or hidden', async () => {
    const seen: unknown[] = []
    const { submit } = await openForm([
      {
        label: 'Price',
        type: 'Number',
        isReadOnly: true,
        defaultValue: async c => (await c.getRecord(['total'])).total as number,
      },
      { label: 'Level', type: 'String', isReadOnly: () => true, value: () => 'low' },
      { label: 'Free', type: 'Boolean', if: ({ formValues }) => formValues.Level === 'high' },
      { label: 'Hidden', type: 'String', if: () => false, defaultValue: 'kept' },
      {
        label: 'Sum',
        type: 'Number',
        isReadOnly: true,
        value: ({ formValues }) => {
          seen.push(formValues.Price)
          return Number(formValues.Price) * 2
        },
      },
    ])
    const forged = { Price: 1, Level: 'high', Free: true, Hidden: 'forged', Sum: 2 }
    expect(await submit(forged)).toEqual({
      Price: 30,
      Level: 'low',
      Free: null,
      Hidden: 'kept',
      Sum: 60,
    })
    expect(seen.at(-1)).toBe(30)
  })

  it('calls no function that only shows something', async () => {
    const shown = vi.fn(() => 'text')
    const { submit } = await openForm([
      { label: 'A', type: 'String', description: shown, widget: 'TextInput', placeholder: shown },
      {
        label: 'B',
        type: 'String',
        widget: 'Dropdown',
        search: 'dynamic',
        options: () => [shown()],
      },
      { type: 'Layout', component: 'HtmlBlock', content: shown },
    ])
    await submit({ A: 'a', B: 'b' })
    expect(shown).not.toHaveBeenCalled()
  })
})
