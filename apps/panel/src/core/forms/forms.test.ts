import { parseJson, stringifyExactJson } from '@service/base'
import type { ActionField, ActionFormBody, ActionLayout } from '@service/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readError } from '../record/read-error.js'
import { type ActionFormState, createActionForm } from './action-form.js'
import { listInputs, listMissingInputs, listPages } from './action-pages.js'
import { type ActionResponse, readActionResult } from './action-result.js'
import { chooseActionWidget, readOptions } from './action-widget.js'
import { findJsonError } from './find-json-error.js'
import { readInput } from './read-input.js'
import { type ValidatedField, validateField } from './validate-field.js'

const field = (
  columnType: ValidatedField['columnType'],
  validations: readonly [string, unknown?][] = [],
  rest: Partial<ValidatedField> = {},
): ValidatedField => ({
  kind: 'column',
  columnType,
  enumValues: [],
  isRequired: false,
  validations: validations.map(([type, value]) => ({ type, value, message: `must: ${type}` })),
  ...rest,
})

describe('validateField', () => {
  const broken = (type: ValidatedField, value: unknown) =>
    validateField(type, value).map(problem =>
      problem.kind === 'rule' ? problem.rule : problem.kind,
    )

  it('asks for required values only', () => {
    expect(broken(field('String', [['is present']]), '')).toEqual(['required'])
    expect(broken(field('String', [], { isRequired: true }), null)).toEqual(['required'])
    expect(broken(field('String', [['is longer than', 3]]), '')).toEqual([])
    expect(broken(field('Boolean', [], { isRequired: true }), false)).toEqual([])
    expect(broken(field('Number', [], { kind: 'to-one', isRequired: true }), null)).toEqual([
      'required',
    ])
    expect(broken(field('Number', [], { kind: 'to-one' }), { id: '1', title: '' })).toEqual([])
  })

  it.each<[string, ValidatedField['columnType'], unknown, unknown, unknown]>([
    [
      'is after',
      'Date',
      '2024-01-01T00:00:00.000Z',
      '2024-01-02T00:00:00.000Z',
      '2023-01-01T00:00:00.000Z',
    ],
    ['is before', 'Dateonly', '2024-01-01', '2023-12-31', '2024-01-01'],
    ['contains', 'String', 'b', 'abc', 'ac'],
    ['is greater than', 'Number', 5, '5.1', 5],
    ['is greater than or equal to', 'Number', 5, 5, 4],
    [
      'is less than',
      'Number',
      '12345678901234567890',
      '12345678901234567889',
      '12345678901234567891',
    ],
    ['is less than or equal to', 'Number', 5, 5, 6],
    ['is longer than', 'String', 2, '👍👍👍', '👍👍'],
    ['is shorter than', 'String', 3, 'ab', 'abc'],
    ['is like', 'String', '/^a+$/i', 'aA', 'b'],
  ])('%s', (rule, type, operand, good, bad) => {
    expect(broken(field(type, [[rule, operand]]), good)).toEqual([])
    expect(broken(field(type, [[rule, operand]]), bad)).toEqual([rule])
  })

  it('checks types and enums', () => {
    expect(broken(field('Number'), 'x')).toEqual(['type'])
    expect(broken(field('Enum', [], { enumValues: ['a'] }), 'b')).toEqual(['type'])
    expect(broken(field(['Number']), [1, 'x'])).toEqual(['type'])
    expect(broken(field('Binary'), 'data:;base64,AA==')).toEqual([])
    expect(broken(field('Binary'), '00ff')).toEqual([])
    expect(broken(field('Binary'), 'not bytes')).toEqual(['type'])
    expect(broken(field('File'), 'data:text/plain;name=a.txt;base64,AA==')).toEqual([])
    expect(broken(field('File'), 'data:text/plain,hello')).toEqual(['type'])
    expect(broken(field(['File']), ['data:;base64,AA==', 'a.txt'])).toEqual(['type'])
  })

  it('lets rules pass that it does not understand', () => {
    expect(broken(field('String', [['is round'], ['is like', '/(/']]), 'x')).toEqual([])
  })
})

const invalid = Symbol('invalid')

describe('readInput', () => {
  const typed = { now: new Date('2026-10-01T10:00:00.000Z'), zone: 'Europe/Paris', language: 'en' }

  it.each<[ValidatedField['columnType'], string, unknown]>([
    ['Number', '1,848.82', { value: 1848.82 }],
    ['Number', '1 848,82', { value: 1848.82 }],
    ['Number', '-12', { value: -12 }],
    ['Number', '12345678901234567890', { value: '12345678901234567890' }],
    ['Number', '', { value: null }],
    ['Number', 'x', { problem: 'number' }],
    ['Number', '1,2,3', { problem: 'number' }],
    ['String', '', { value: '' }],
    ['Date', 'tomorrow 9:00', { value: '2026-10-02T07:00:00.000Z' }],
    ['Date', 'soon', { problem: 'date' }],
    ['Dateonly', 'tomorrow', { value: '2026-10-02' }],
    ['Time', '9pm', { value: '21:00:00' }],
    ['Time', '25', { problem: 'time' }],
    ['Json', '{"a":1}', { value: { a: 1 } }],
    ['Uuid', ' x ', { value: 'x' }],
  ])('%j %j', (type, text, result) => {
    expect(readInput(type, text, typed)).toEqual(result)
  })

  it('keeps every digit of the numbers of JSON', () => {
    const text = '{"n":12345678901234567890,"m":0.12345678901234567891}'
    const read = readInput('Json', text, typed)
    expect('value' in read && stringifyExactJson(read.value)).toBe(text)
  })

  it('names the line of wrong JSON', () => {
    expect(readInput('Json', '{\n"a": x}', typed)).toEqual({ problem: 'json', line: 2 })
  })

  it.each([
    '',
    'x',
    '{"a": x}',
    '[1,]',
    '{,}',
    '[1 2]',
    '{"a" 1}',
    '01',
    '"\\x"',
    '[1}',
    '1 2',
    '{"a":1,}',
    'nulls',
    'TRUE',
    '\u00a01',
    '"\n"',
  ])('finds the error in %j', text => {
    expect(() => JSON.parse(text)).toThrow()
    expect(findJsonError(text)).toBeDefined()
  })

  it('finds an error at the end of 5 MB without delay', () => {
    const text = `[${'1,"\\u007f", '.repeat(500_000)}]`
    expect(findJsonError(text)).toBe(text.length - 1)
  })

  it('finds no error in JSON, and one in everything else', () => {
    fc.assert(
      fc.property(fc.json(), text => {
        expect(findJsonError(text)).toBeUndefined()
      }),
    )
    const part = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '1', 'true', ' ', '-', '"')
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), parts => {
        const text = parts.join('')
        expect(findJsonError(text) === undefined).toBe(parseJson(text, invalid) !== invalid)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('readError', () => {
  it('reads errors of the agent, of actions and of the service', () => {
    expect(
      readError({
        errors: [
          {
            name: 'ValidationError',
            code: 'v',
            detail: 'No.',
            data: { fields: { a: ['x', 3], b: 1 } },
          },
        ],
      }),
    ).toMatchObject({ message: 'No.', code: 'v', fields: { a: ['x'], b: [] } })
    expect(readError({ error: 'Too late' }).message).toBe('Too late')
    expect(readError({ code: 'not_found', message: 'Gone.' })).toMatchObject({
      code: 'not_found',
      message: 'Gone.',
    })
    expect(readError(undefined)).toEqual({ message: '', fields: {}, data: {} })
    expect(readError({ errors: [] }).message).toBe('')
  })
})

const input = (name: string, rest: Partial<ActionField> = {}): ActionField => ({
  field: name,
  label: name,
  type: 'String',
  ...rest,
})

describe('widgets of actions', () => {
  it.each([
    ['dropdown', 'String', 'dropdown'],
    ['radio button', 'String', 'radio'],
    ['checkboxes', ['String'], 'checkboxes'],
    ['boolean editor', 'Boolean', 'checkbox'],
    ['text editor', 'String', 'text'],
    ['text area editor', 'String', 'text-area'],
    ['rich text', 'String', 'rich-text'],
    ['input array', ['String'], 'list'],
    ['number input', 'Number', 'number'],
    ['input array', ['Number'], 'list'],
    ['price editor', 'Number', 'money'],
    ['color editor', 'String', 'colour'],
    ['date editor', 'Date', 'date'],
    ['time editor', 'Time', 'time'],
    ['json code editor', 'Json', 'json'],
    ['file picker', 'File', 'file'],
    ['assignee editor', 'String', 'person'],
    ['address editor', 'String', 'address'],
  ] as const)('%s of %j is %s', (name, type, widget) => {
    const parameters = { placeholder: null, rows: 3 }
    expect(chooseActionWidget(input('a', { type, widgetEdit: { name, parameters } }))).toEqual({
      name: widget,
      parameters: { rows: 3 },
    })
  })

  it('without a widget follow the type', () => {
    const choose = (rest: Partial<ActionField>) => chooseActionWidget(input('a', rest)).name
    expect(choose({ type: 'Dateonly', widgetEdit: { name: 'date editor', parameters: {} } })).toBe(
      'day',
    )
    expect(choose({ type: 'Enum', enums: ['a'] })).toBe('radio')
    expect(choose({ type: 'Enum', enums: [...'abcdefgh'] })).toBe('select')
    expect(choose({ type: ['Enum'], enums: ['a'] })).toBe('multi-select')
    expect(choose({ type: ['File'] })).toBe('file')
    expect(choose({ type: ['String'] })).toBe('list')
    expect(choose({ type: 'Number', reference: 'customers.id' })).toBe('to-one')
    expect(choose({ type: 'Unheard', widgetEdit: { name: 'unheard', parameters: {} } })).toBe(
      'json',
    )
  })

  it('have options as values or pairs', () => {
    const parameters = { static: { options: ['a', { label: 'B', value: 2 }, { value: 3 }] } }
    expect(readOptions({ name: 'radio', parameters })).toEqual([
      { label: 'a', value: 'a' },
      { label: 'B', value: 2 },
      { label: '3', value: 3 },
    ])
    expect(readOptions({ name: 'select' }, ['x'])).toEqual([{ label: 'x', value: 'x' }])
  })
})

describe('pages of a form', () => {
  const fields = [input('a', { isRequired: true }), input('b'), input('c')]
  const toInput = (fieldId: string): ActionLayout => ({ component: 'input', fieldId })

  it('is one without a layout', () => {
    const [page, ...others] = listPages({ fields, layout: [] })
    expect(listInputs(page!.elements)).toEqual(['a', 'b', 'c'])
    expect(others).toEqual([])
  })

  it('are those of the layout, without gone fields and with all others', () => {
    const layout: ActionLayout[] = [
      { component: 'page', nextButtonLabel: 'Go', elements: [toInput('a'), toInput('gone')] },
      {
        component: 'page',
        elements: [
          { component: 'separator' },
          { component: 'row', fields: [toInput('b'), toInput('gone')] },
          { component: 'row', fields: [toInput('gone')] },
        ],
      },
    ]
    const pages = listPages({ fields, layout })
    expect(pages.map(({ elements }) => listInputs(elements))).toEqual([['a'], ['b', 'c']])
    expect(pages[0]?.nextButtonLabel).toBe('Go')
    expect(pages[1]?.elements).toHaveLength(3)
  })

  it('say which required fields are empty', () => {
    const [page] = listPages({ fields, layout: [] })
    expect(listMissingInputs(page!, fields)).toEqual(['a'])
    expect(listMissingInputs(page!, [{ ...fields[0]!, value: 0 }])).toEqual([])
    expect(listMissingInputs(page!, [{ ...fields[0]!, value: [] }])).toEqual(['a'])
  })
})

describe('the form of an action', () => {
  interface Call {
    readonly hook: string
    readonly attributes: Readonly<Record<string, unknown>>
    readonly signal: AbortSignal
    answer(form: ActionFormBody): Promise<void>
    fail(error: Error): Promise<void>
  }
  const settle = () => new Promise<void>(resolve => setImmediate(resolve))

  function open(fields: readonly ActionField[], isDynamic = false) {
    const calls: Call[] = []
    const states: ActionFormState[] = []
    let timers: { run: () => void; milliseconds: number }[] = []
    const form = createActionForm(
      { fields, hooks: { load: isDynamic, change: ['changeHook'] } },
      (hook, attributes, signal) =>
        new Promise((resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')))
          calls.push({
            hook,
            attributes,
            signal,
            answer: body => {
              resolve(body)
              return settle()
            },
            fail: error => {
              reject(error)
              return settle()
            },
          })
        }),
      state => states.push(state),
      (run, milliseconds) => {
        const timer = { run, milliseconds }
        timers.push(timer)
        return () => {
          timers = timers.filter(each => each !== timer)
        }
      },
    )
    const rest = () => {
      const due = timers
      timers = []
      for (const { run } of due) run()
      return settle()
    }
    const values = () => Object.fromEntries(form.state.fields.map(each => [each.field, each.value]))
    return { form, calls, states, rest, values, timers: () => timers }
  }

  const watched = input('Reason', { hook: 'changeHook', value: '' })
  const plain = input('Details', { value: '' })

  it('opens from the schema when that is complete', async () => {
    const { form, calls } = open([input('a', { defaultValue: 5 })])
    await form.load()
    expect(form.state).toMatchObject({ status: 'ready', fields: [{ field: 'a', value: 5 }] })
    expect(calls).toEqual([])
  })

  it('is loaded otherwise; a failure can be tried again', async () => {
    const { form, calls } = open([], true)
    const loading = form.load()
    expect(calls[0]).toMatchObject({ hook: 'load', attributes: { values: {} } })
    await calls[0]!.fail(new Error('away'))
    await loading
    expect(form.state.status).toBe('failed')
    const again = form.load()
    await calls[1]!.answer({ fields: [plain], layout: [] })
    await again
    expect(form.state).toMatchObject({ status: 'ready', error: undefined })
  })

  it('reports a watched field after 250 ms of rest, other fields not at all', async () => {
    const { form, calls, rest, timers } = open([watched, plain])
    await form.load()
    form.setValue('Details', 'x')
    expect(timers()).toEqual([])
    form.setValue('Reason', 'O')
    form.setValue('Reason', 'Ot')
    expect(timers().map(({ milliseconds }) => milliseconds)).toEqual([250])
    await rest()
    expect(calls).toHaveLength(1)
    expect(calls[0]!.attributes).toMatchObject({
      changed_field: 'Reason',
      fields: [
        { field: 'Reason', value: 'Ot' },
        { field: 'Details', value: 'x' },
      ],
    })
    expect(form.state.isChanging).toBe(true)
    await calls[0]!.answer({ fields: [{ ...watched, value: 'Ot' }], layout: [] })
    expect(form.state).toMatchObject({ isChanging: false, fields: [{ value: 'Ot' }] })
  })

  it('keeps what is typed while the agent answers, and takes the rest of the answer', async () => {
    const { form, calls, rest, values } = open([watched, plain])
    await form.load()
    form.setValue('Reason', 'Other')
    await rest()
    form.setValue('Details', 'The box was')
    await calls[0]!.answer({
      fields: [
        { ...watched, value: 'Other' },
        { ...plain, value: 'from the agent', isRequired: true },
        input('Photo', { value: 'x' }),
      ],
      layout: [],
    })
    expect(values()).toEqual({ Reason: 'Other', Details: 'The box was', Photo: 'x' })
    expect(form.state.fields[1]?.isRequired).toBe(true)
  })

  it('drops an older answer', async () => {
    const { form, calls, rest, values } = open([watched])
    await form.load()
    form.setValue('Reason', 'a')
    await rest()
    form.setValue('Reason', 'b')
    await rest()
    expect(calls[0]!.signal.aborted).toBe(true)
    await calls[0]!.answer({ fields: [input('Old')], layout: [] })
    expect(calls[1]!.attributes).toMatchObject({ fields: [{ value: 'b' }] })
    await calls[1]!.answer({ fields: [{ ...watched, value: 'B' }], layout: [] })
    expect(values()).toEqual({ Reason: 'B' })
  })

  it('reports changes of two fields one after the other', async () => {
    const other = input('Amount', { hook: 'changeHook', value: 0 })
    const { form, calls, rest } = open([watched, other])
    await form.load()
    form.setValue('Reason', 'a')
    form.setValue('Amount', 1)
    await rest()
    expect(calls.map(({ attributes }) => attributes.changed_field)).toEqual(['Reason'])
    await calls[0]!.answer({
      fields: [
        { ...watched, value: 'A' },
        { ...other, value: 1 },
      ],
      layout: [],
    })
    expect(calls[1]!.attributes).toMatchObject({
      changed_field: 'Amount',
      fields: [{ value: 'A' }, { value: 1 }],
    })
  })

  it('keeps everything when a report fails', async () => {
    const { form, calls, rest, values } = open([watched])
    await form.load()
    form.setValue('Reason', 'a')
    await rest()
    await calls[0]!.fail(new Error('away'))
    expect(form.state).toMatchObject({ isChanging: false, status: 'ready' })
    expect(String(form.state.error)).toContain('away')
    expect(values()).toEqual({ Reason: 'a' })
  })

  it('reports at once what is still waiting when it is submitted', async () => {
    const { form, calls } = open([watched, input('Empty')])
    await form.load()
    form.setValue('Reason', 'a')
    const submitted = form.submit()
    await settle()
    await calls[0]!.answer({ fields: [{ ...watched, value: 'A' }, input('Empty')], layout: [] })
    expect(await submitted).toEqual({ Reason: 'A' })
  })

  it('searches options, the last search only', async () => {
    const { form, calls } = open([watched])
    await form.load()
    const first = form.search('Reason', 'a')
    const second = form.search('Reason', 'ab')
    expect(await first).toBeUndefined()
    expect(calls[1]!.attributes).toMatchObject({
      search_field: 'Reason',
      search_value: 'ab',
      fields: [{ searchValue: 'ab' }],
    })
    const widgetEdit = { name: 'dropdown', parameters: { static: { options: ['abc'] } } }
    await calls[1]!.answer({ fields: [{ ...watched, widgetEdit }], layout: [] })
    expect(await second).toEqual([{ label: 'abc', value: 'abc' }])
  })

  it('is silent once it is closed', async () => {
    const { form, calls, rest, states } = open([watched])
    await form.load()
    form.setValue('Reason', 'a')
    await rest()
    const count = states.length
    form.close()
    await calls[0]!.answer({ fields: [], layout: [] })
    form.setValue('Reason', 'b')
    expect(states).toHaveLength(count)
  })
})

describe('results of actions', () => {
  const place = { project: 'Store', environment: 'Production', team: 'Ops' }
  const read = (body: unknown, rest: Partial<ActionResponse> = {}) =>
    readActionResult(
      {
        status: 200,
        contentType: 'application/json; charset=utf-8',
        contentDisposition: null,
        body,
        ...rest,
      },
      place,
    )

  it('message and HTML, with the relations to read again', () => {
    expect(
      read({ success: 'Refunded', html: '<b>', refresh: { relationships: ['customer'] } }),
    ).toEqual({
      kind: 'message',
      message: 'Refunded',
      html: '<b>',
      refreshed: ['customer'],
    })
    expect(read({})).toEqual({ kind: 'message', message: '', refreshed: [] })
    expect(read(null)).toEqual({ kind: 'message', message: '', refreshed: [] })
  })

  it.each([
    ['attachment; filename="stock.csv"', 'stock.csv'],
    ["attachment; filename*=UTF-8''%C3%A9t%C3%A9.pdf", 'été.pdf'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename=a.txt', 'a.txt'],
    ["attachment; filename*=UTF-8''%zz", 'file'],
    ['attachment', 'file'],
  ])('file: %s', (contentDisposition, name) => {
    expect(read(undefined, { contentType: 'text/csv', contentDisposition })).toEqual({
      kind: 'file',
      name,
      mimeType: 'text/csv',
    })
  })

  it('webhook', () => {
    const webhook = {
      url: 'https://example.com/x',
      method: 'put',
      headers: { a: 1 },
      body: { b: 2 },
    }
    expect(read({ webhook })).toEqual({
      kind: 'webhook',
      url: 'https://example.com/x',
      method: 'PUT',
      headers: { a: '1' },
      body: { b: 2 },
    })
    expect(read({ webhook: { url: 'javascript:alert(1)' } }).kind).toBe('error')
  })

  it.each([
    ['/orders/12', '/app/Store/Production/Ops/data/orders/12', true],
    ['/data/orders/12', '/app/Store/Production/Ops/data/orders/12', true],
    ['/dashboards/1', '/app/Store/Production/Ops/dashboards/1', true],
    ['/app/Other/Staging/Ops/inbox', '/app/Other/Staging/Ops/inbox', true],
    ['https://example.com/?a=1', 'https://example.com/?a=1', false],
  ])('redirect to %s', (redirectTo, to, isInside) => {
    expect(read({ redirectTo })).toEqual({ kind: 'redirect', to, isInside })
  })

  it.each([
    'javascript:alert(1)',
    '//example.com',
    '/\\example.com',
    'data:text/html,x',
    '/\t/example.com',
    'x',
  ])('refuses to open %j', redirectTo => {
    expect(read({ redirectTo }).kind).toBe('error')
  })

  it('error, with fields when the agent names them', () => {
    expect(read({ error: 'Too late', html: '<i>' }, { status: 400 })).toEqual({
      kind: 'error',
      message: 'Too late',
      html: '<i>',
      fields: {},
    })
    const errors = [{ detail: 'Wrong.', data: { fields: { Amount: ['too much'] } } }]
    expect(read({ errors }, { status: 422 })).toMatchObject({ fields: { Amount: ['too much'] } })
  })

  it('approval needed', () => {
    const data = { roleIdsAllowedToApprove: [1, 2] }
    const errors = [{ name: 'CustomActionRequiresApprovalError', data }]
    expect(read({ errors }, { status: 403 })).toEqual({ kind: 'approval-needed', roleIds: [1, 2] })
  })
})
