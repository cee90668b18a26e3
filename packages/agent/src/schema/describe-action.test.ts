import { createMemoryDataSource } from '@service/datasource-memory'
import { type CollectionCustomizer, compile, createCustomizer } from '@service/engine'
import { describe, expect, it } from 'vitest'
import { type ActionOptions, describeActions } from './describe-action.js'

const openBooks = createMemoryDataSource({
  books: { columns: { id: { type: 'Number', isPrimaryKey: true }, title: 'String' } },
  tags: {
    columns: {
      name: { type: 'String', isPrimaryKey: true },
      locale: { type: 'String', isPrimaryKey: true },
    },
  },
})

async function describeBooks(
  customize: (books: CollectionCustomizer) => unknown,
  options: Partial<ActionOptions> = {},
) {
  const customizer = createCustomizer()
  customizer.customizeCollection('books', customize)
  customizer.customizeCollection('tags', tags => tags.renameField('name', 'label'))
  const dataSource = await openBooks(
    () => {},
    async () => {},
  )
  const model = await compile([{ dataSource }], customizer.journal)
  return describeActions(model.collection('books'), {
    prefix: '/service',
    useUnsafeActionEndpoint: false,
    ...options,
  })
}

type Form = Parameters<CollectionCustomizer['addAction']>[1]['form']

/** The one action of the books, with a form. */
async function describeForm(form: Form) {
  const [action] = await describeBooks(books =>
    books.addAction('Act', { scope: 'Global', form, execute: () => {} }),
  )
  return action!
}

const execute = () => {}

describe('actions in the schema', () => {
  it('are sorted by name and numbered in the order they were added', async () => {
    const actions = await describeBooks(books =>
      books
        .addAction('Publish all', { scope: 'Global', execute })
        .addAction('Mark as Live!', {
          scope: 'Bulk',
          execute,
          generateFile: true,
          description: 'Shows them',
          submitButtonLabel: 'Go',
        })
        .addAction('Archive', { scope: 'Single', execute }),
    )
    expect(actions.map(({ name, endpoint }) => [name, endpoint])).toEqual([
      ['Archive', '/service/_actions/books/2/archive'],
      ['Mark as Live!', '/service/_actions/books/1/mark-as-live-'],
      ['Publish all', '/service/_actions/books/0/publish-all'],
    ])
    expect(actions[1]).toEqual({
      id: 'books-1-mark-as-live-',
      name: 'Mark as Live!',
      type: 'bulk',
      baseUrl: null,
      endpoint: '/service/_actions/books/1/mark-as-live-',
      httpMethod: 'POST',
      redirect: null,
      download: true,
      description: 'Shows them',
      submitButtonLabel: 'Go',
      fields: [],
      hooks: { load: false, change: ['changeHook'] },
    })
  })

  it('have no number in their paths with useUnsafeActionEndpoint', async () => {
    const [action] = await describeBooks(
      books => books.addAction('Archive', { scope: 'Single', execute }),
      { useUnsafeActionEndpoint: true, prefix: '' },
    )
    expect(action?.endpoint).toBe('/_actions/books/archive')
  })

  it('hold a form that is the same for everybody', async () => {
    const action = await describeForm([
      { label: 'Title', type: 'String', defaultValue: 'New', isRequired: true },
      { label: 'Kind', type: 'Enum', enumValues: ['a', 'b'], defaultValue: 'c' },
      { label: 'Kinds', type: 'EnumList', enumValues: ['a', 'b'], defaultValue: ['b', 'c'] },
      { label: 'Files', type: 'FileList' },
      { label: 'Names', type: 'StringList' },
      { label: 'Numbers', type: 'NumberList' },
      {
        id: 'tag',
        label: 'Tag',
        type: 'Collection',
        collectionName: 'tags',
        defaultValue: ['a', 'b'],
      },
    ])
    expect(JSON.parse(JSON.stringify(action.fields))).toEqual([
      { field: 'Title', label: 'Title', type: 'String', isRequired: true, defaultValue: 'New' },
      { field: 'Kind', label: 'Kind', type: 'Enum', enums: ['a', 'b'], defaultValue: null },
      { field: 'Kinds', label: 'Kinds', type: ['Enum'], enums: ['a', 'b'], defaultValue: ['b'] },
      { field: 'Files', label: 'Files', type: ['File'] },
      { field: 'Names', label: 'Names', type: ['String'] },
      { field: 'Numbers', label: 'Numbers', type: ['Number'] },
      { field: 'tag', label: 'Tag', type: 'String', reference: 'tags.label', defaultValue: 'a|b' },
    ])
    expect(action.hooks.load).toBe(false)
    expect(action).not.toHaveProperty('layout')
  })

  it('hold a placeholder for a form that has to be asked for', async () => {
    const action = await describeForm([{ label: 'A', type: 'String', isRequired: () => true }])
    expect(action).toMatchObject({
      fields: [
        {
          field: 'Loading...',
          label: 'Loading...',
          type: 'String',
          isReadOnly: true,
          defaultValue: 'Form is loading',
          description: '',
          enums: null,
          isRequired: false,
          reference: null,
          widgetEdit: null,
        },
      ],
      hooks: { load: true, change: ['changeHook'] },
    })
  })

  it('hold the layout of a form', async () => {
    const { fields, layout } = await describeForm([
      {
        type: 'Layout',
        component: 'Page',
        previousButtonLabel: 'Back',
        elements: [
          { label: 'A', type: 'String' },
          { type: 'Layout', component: 'Separator' },
          {
            type: 'Layout',
            component: 'Row',
            fields: [
              { label: 'B', type: 'String' },
              { label: 'C', type: 'String' },
            ],
          },
          { type: 'Layout', component: 'HtmlBlock', content: '<hr>' },
        ],
      },
    ])
    expect(fields.map(({ field }) => field)).toEqual(['A', 'B', 'C'])
    expect(layout).toEqual([
      {
        component: 'page',
        previousButtonLabel: 'Back',
        elements: [
          { component: 'input', fieldId: 'A' },
          { component: 'separator' },
          {
            component: 'row',
            fields: [
              { component: 'input', fieldId: 'B' },
              { component: 'input', fieldId: 'C' },
            ],
          },
          { component: 'htmlBlock', content: '<hr>' },
        ],
      },
    ])
  })

  const noBounds = { min: null, max: null, step: null }
  const options = [1, { label: 'Two', value: 2 }]

  it.each<[string, string, object, string, object]>([
    [
      'Dropdown',
      'Number',
      { options },
      'dropdown',
      { searchType: null, isSearchable: false, placeholder: null, static: { options } },
    ],
    [
      'Dropdown',
      'StringList',
      { options: [], search: 'static', placeholder: 'p' },
      'dropdown',
      { searchType: null, isSearchable: true, placeholder: 'p', static: { options: [] } },
    ],
    ['RadioGroup', 'Number', { options }, 'radio button', { static: { options } }],
    ['CheckboxGroup', 'NumberList', { options }, 'checkboxes', { static: { options } }],
    ['Checkbox', 'Boolean', {}, 'boolean editor', {}],
    ['TextInput', 'String', { placeholder: 'p' }, 'text editor', { placeholder: 'p' }],
    ['TextArea', 'String', { rows: 3.6 }, 'text area editor', { placeholder: null, rows: 4 }],
    ['TextArea', 'String', { rows: -1 }, 'text area editor', { placeholder: null, rows: null }],
    ['RichText', 'String', {}, 'rich text', { placeholder: null }],
    [
      'TextInputList',
      'StringList',
      { allowEmptyValues: true },
      'input array',
      { placeholder: null, allowDuplicate: false, allowEmptyValue: true, enableReorder: true },
    ],
    [
      'NumberInput',
      'Number',
      { min: 1, max: 'x' },
      'number input',
      { placeholder: null, ...noBounds, min: 1 },
    ],
    [
      'NumberInputList',
      'NumberList',
      { enableReorder: false, allowDuplicates: true },
      'input array',
      { placeholder: null, allowDuplicate: true, enableReorder: false, ...noBounds },
    ],
    [
      'CurrencyInput',
      'Number',
      { currency: 'eur', base: 'Cents' },
      'price editor',
      { placeholder: null, ...noBounds, currency: 'EUR', base: 'Cents' },
    ],
    [
      'CurrencyInput',
      'Number',
      { currency: 'euro' },
      'price editor',
      { placeholder: null, ...noBounds, currency: null, base: 'Unit' },
    ],
    [
      'ColorPicker',
      'String',
      { quickPalette: ['#fff'] },
      'color editor',
      { placeholder: null, enableOpacity: false, quickPalette: ['#fff'] },
    ],
    [
      'DatePicker',
      'Date',
      { format: 'DD', min: new Date(0), max: 'soon' },
      'date editor',
      { format: 'DD', placeholder: null, minDate: '1970-01-01T00:00:00.000Z', maxDate: null },
    ],
    ['TimePicker', 'Time', {}, 'time editor', {}],
    ['JsonEditor', 'Json', {}, 'json code editor', {}],
    [
      'FilePicker',
      'File',
      { extensions: ['png'], maxSizeMb: 2 },
      'file picker',
      { prefix: null, filesExtensions: ['png'], filesSizeLimit: 2, filesCountLimit: null },
    ],
    ['UserDropdown', 'StringList', {}, 'assignee editor', { placeholder: null }],
    ['AddressAutocomplete', 'String', {}, 'address editor', { placeholder: null }],
  ])('describe the widget %s of a %s with %j', async (widget, type, given, name, parameters) => {
    const { fields } = await describeForm([{ label: 'A', type, widget, ...given } as never])
    expect(fields[0]?.widgetEdit).toEqual({ name, parameters })
  })
})
