import type { ActionForm, CollectionModel, FormFieldState } from '@service/engine'
import { describe, expect, it } from 'vitest'
import { formBody } from './form-body.js'
import { widgetEdit } from './widget-edit.js'

const customers = {
  name: 'customers',
  primaryKey: [{ name: 'id', columnType: 'Number', export: { name: 'key' } }],
} as unknown as CollectionModel
const keyless = { name: 'lines', primaryKey: [] } as unknown as CollectionModel

const field = (state: object) =>
  ({
    id: 'f',
    label: 'F',
    isRequired: false,
    isReadOnly: false,
    parameters: {},
    ...state,
  }) as unknown as FormFieldState
const body = (state: object) => {
  const form = { fields: [field(state)], layout: [] } as unknown as ActionForm
  return formBody(form, name => (name === 'customers' ? customers : keyless)).fields[0]
}
const file = { mimeType: 'text/plain', buffer: Buffer.from('hi'), name: 'a.txt' }

describe('a field of a form', () => {
  it('is told with what is known of it', () => {
    const state = {
      type: 'String',
      description: 'D',
      isRequired: true,
      isReadOnly: true,
      value: 'x',
    }
    expect(body(state)).toEqual({
      field: 'f',
      label: 'F',
      type: 'String',
      description: 'D',
      isRequired: true,
      isReadOnly: true,
      value: 'x',
    })
    expect(body({ type: 'String', isWatched: true })).toMatchObject({ hook: 'changeHook' })
    expect(body({ type: 'Enum', enumValues: ['a'] })).toMatchObject({ enums: ['a'] })
    expect(body({ type: 'String', widget: 'RichText' })).toMatchObject({
      widgetEdit: { name: 'rich text', parameters: { placeholder: null } },
    })
  })

  it.each([
    ['EnumList', ['Enum']],
    ['FileList', ['File']],
    ['NumberList', ['Number']],
    ['StringList', ['String']],
    ['Json', 'Json'],
  ])('of type %s is of type %j on the wire', (type, expected) => {
    expect(body({ type })).toMatchObject({ type: expected })
  })

  it.each([
    ['Number', 5, undefined, 5],
    ['String', undefined, undefined, undefined],
    ['String', null, undefined, null],
    ['File', null, undefined, null],
    ['Enum', 'a', ['a', 'b'], 'a'],
    ['Enum', 'c', ['a', 'b'], null],
    ['Enum', 'a', undefined, null],
    ['EnumList', ['a', 'c'], ['a', 'b'], ['a']],
    ['StringList', ['a', 'c'], undefined, ['a', 'c']],
  ])('of type %s with %j of %j tells %j', (type, value, enumValues, expected) => {
    expect(body({ type, value, enumValues })?.value).toEqual(expected)
  })

  it('tells files as data', () => {
    expect(body({ type: 'File', value: file })?.value).toMatch(/^data:text\/plain;.*base64,aGk=$/)
    const data = expect.stringMatching(/^data:text/)
    expect(body({ type: 'FileList', value: [file, file] })?.value).toEqual([data, data])
  })

  it('that holds a record tells its id, and the key it refers to', () => {
    const state = { type: 'Collection', collectionName: 'customers' }
    expect(body({ ...state, value: [7] })).toMatchObject({
      type: 'Number',
      reference: 'customers.key',
      value: '7',
    })
    expect(body({ ...state, value: 7 })?.value).toBe('7')
    expect(body({ ...state, value: [1, 'a'] })?.value).toBe('1|a')
    expect(() => body({ type: 'Collection', collectionName: 'lines' })).toThrow('no primary key')
  })
})

describe('the layout of a form', () => {
  it('is told element by element', () => {
    const input = { component: 'Input', fieldId: 'f' }
    const layout = [
      input,
      { component: 'Separator' },
      { component: 'HtmlBlock', content: '<p>' },
      { component: 'Row', fields: [input, input] },
      { component: 'Page', nextButtonLabel: 'N', previousButtonLabel: 'P', elements: [input] },
    ]
    const told = { component: 'input', fieldId: 'f' }
    expect(
      formBody({ fields: [], layout } as unknown as ActionForm, () => customers).layout,
    ).toEqual([
      told,
      { component: 'separator' },
      { component: 'htmlBlock', content: '<p>' },
      { component: 'row', fields: [told, told] },
      { component: 'page', nextButtonLabel: 'N', previousButtonLabel: 'P', elements: [told] },
    ])
  })
})

describe('a widget', () => {
  const tell = (widget: string, parameters: object = {}) =>
    widgetEdit(field({ widget, parameters }))
  const options = [{ value: 1, label: 'One' }]
  const noBounds = { min: null, max: null, step: null }

  it('is told only when one was chosen', () => {
    expect(widgetEdit(field({}))).toBeUndefined()
  })

  it.each<[string, object, string, object]>([
    ['AddressAutocomplete', { placeholder: 'x' }, 'address editor', { placeholder: 'x' }],
    ['Checkbox', { placeholder: 'x' }, 'boolean editor', {}],
    ['CheckboxGroup', { options }, 'checkboxes', { static: { options } }],
    [
      'ColorPicker',
      { enableOpacity: true, quickPalette: ['#fff'] },
      'color editor',
      { placeholder: null, enableOpacity: true, quickPalette: ['#fff'] },
    ],
    [
      'ColorPicker',
      { enableOpacity: 'yes', quickPalette: '#fff' },
      'color editor',
      { placeholder: null, enableOpacity: false, quickPalette: null },
    ],
    [
      'CurrencyInput',
      { min: 1, max: 2, step: 0.5, currency: 'eur', base: 'Cents' },
      'price editor',
      { placeholder: null, min: 1, max: 2, step: 0.5, currency: 'EUR', base: 'Cents' },
    ],
    [
      'CurrencyInput',
      { min: '1', max: Number.NaN, currency: 'euro', base: 'Cent' },
      'price editor',
      { placeholder: null, ...noBounds, currency: null, base: 'Cents' },
    ],
    [
      'CurrencyInput',
      { currency: 'xeur', base: 'Other' },
      'price editor',
      { placeholder: null, ...noBounds, currency: null, base: 'Unit' },
    ],
    [
      'CurrencyInput',
      { currency: 978 },
      'price editor',
      { placeholder: null, ...noBounds, currency: null, base: 'Unit' },
    ],
    [
      'DatePicker',
      { format: 'f', min: '2024-01-01', max: new Date(0) },
      'date editor',
      {
        format: 'f',
        placeholder: null,
        minDate: '2024-01-01T00:00:00.000Z',
        maxDate: '1970-01-01T00:00:00.000Z',
      },
    ],
    [
      'DatePicker',
      { min: 'never', max: null },
      'date editor',
      { format: null, placeholder: null, minDate: null, maxDate: null },
    ],
    [
      'Dropdown',
      { search: 'dynamic', options },
      'dropdown',
      { searchType: 'dynamic', isSearchable: true, placeholder: null, static: { options } },
    ],
    [
      'Dropdown',
      { search: 'static', options },
      'dropdown',
      { searchType: null, isSearchable: true, placeholder: null, static: { options } },
    ],
    [
      'Dropdown',
      { options },
      'dropdown',
      { searchType: null, isSearchable: false, placeholder: null, static: { options } },
    ],
    [
      'FilePicker',
      { extensions: ['pdf'], maxSizeMb: 2, maxCount: 3 },
      'file picker',
      { prefix: null, filesExtensions: ['pdf'], filesSizeLimit: 2, filesCountLimit: 3 },
    ],
    ['JsonEditor', {}, 'json code editor', {}],
    ['NumberInput', { min: 1 }, 'number input', { placeholder: null, ...noBounds, min: 1 }],
    [
      'NumberInputList',
      { allowDuplicates: true, enableReorder: false, max: 2 },
      'input array',
      { placeholder: null, allowDuplicate: true, enableReorder: false, ...noBounds, max: 2 },
    ],
    ['RadioGroup', { options }, 'radio button', { static: { options } }],
    ['RichText', {}, 'rich text', { placeholder: null }],
    ['TextArea', { rows: 2.6 }, 'text area editor', { placeholder: null, rows: 3 }],
    ['TextArea', { rows: 0 }, 'text area editor', { placeholder: null, rows: null }],
    ['TextArea', {}, 'text area editor', { placeholder: null, rows: null }],
    ['TextInput', {}, 'text editor', { placeholder: null }],
    [
      'TextInputList',
      { allowEmptyValues: true },
      'input array',
      { placeholder: null, allowDuplicate: false, enableReorder: true, allowEmptyValue: true },
    ],
    [
      'TextInputList',
      { allowEmptyValues: 1, allowDuplicates: 1 },
      'input array',
      { placeholder: null, allowDuplicate: false, enableReorder: true, allowEmptyValue: false },
    ],
    ['TimePicker', {}, 'time editor', {}],
    ['UserDropdown', {}, 'assignee editor', { placeholder: null }],
  ])('%s with %j is a %s with %j', (widget, given, name, parameters) => {
    expect(tell(widget, given)).toEqual({ name, parameters })
  })
})
