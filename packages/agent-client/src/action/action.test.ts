import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  ActionFieldRefusedError,
  ActionFormValidationError,
  ActionRequiresApprovalError,
  AgentHttpError,
  ApprovalRequestCreationError,
  UnknownActionError,
  UnknownActionFieldError,
} from '../errors.js'
import { openShop, type Shop } from '../testing/shop.js'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const orders = () => shop.client().collection('orders')
const echo = () => orders().action('Echo', { recordId: 1 })
const sent = async (action: Awaited<ReturnType<typeof echo>>) => {
  await action.getFieldString('Text').fill('x')
  return JSON.parse((await action.execute()).success ?? '')
}

describe('a form', () => {
  it('that is static needs no request', async () => {
    shop.requests.length = 0
    const action = await echo()
    expect(shop.requests).toEqual([])
    expect(action.getFields()).toHaveLength(17)
    expect(action.getField('Number').getValue()).toBe(3)
  })

  it('describes its fields', async () => {
    const action = await echo()
    const text = action.getField('Text')
    expect(text.getName()).toBe('Text')
    expect(text.getLabel()).toBe('Text')
    expect(text.getType()).toBe('String')
    expect([text.isRequired(), text.isReadOnly()]).toEqual([true, false])
    expect(action.getField('Fixed').isReadOnly()).toBe(true)
    expect(action.getField('Texts').getType()).toEqual(['String'])
    expect(action.getField('Texts').getTypeName()).toBe('StringList')
    expect(action.getField('Number').getTypeName()).toBe('Number')
    expect(text.getPlainField()).toMatchObject({ field: 'Text', isRequired: true })
    expect([action.doesFieldExist('Text'), action.doesFieldExist('Nothing')]).toEqual([true, false])
  })

  it('takes values by kind of field', async () => {
    const action = await echo()
    await action.getFieldNumber('Number').fill(7)
    await action.getFieldJson('Json').fill({ a: [1] })
    await action.getFieldStringList('Texts').add('a')
    await action.getFieldStringList('Texts').add('b')
    await action.getFieldStringList('Texts').remove('a')
    await action.getFieldNumberList('Numbers').fill([1, 2])
    await action.getDateField('Day').fill(new Date('2024-02-29T12:00:00Z'))
    await action.getDateField('Moment').fill(new Date('2024-02-29T12:00:00Z'))
    await action.getCollectionField('Customer').fill(0)
    await action.getColorPickerField('Colour').fill('#00ff00')
    expect(await sent(action)).toMatchObject({
      Text: 'x',
      Number: 7,
      Json: { a: [1] },
      Texts: ['b'],
      Numbers: [1, 2],
      Day: '2024-02-29',
      Moment: '2024-02-29T12:00:00.000Z',
      Customer: [0],
      Colour: '#00ff00',
      Fixed: 'as it is',
    })
    const colour = action.getColorPickerField('Colour')
    expect(colour.isOpacityEnable()).toBe(true)
    expect(colour.getQuickPalette()).toEqual(['#ff0000'])
  })

  it('takes files', async () => {
    const action = await echo()
    const file = { buffer: Buffer.from('hello'), mimeType: 'text/plain', name: 'ä b.txt' }
    await action.getFileField('File').fill(file)
    await action.getFileListField('Files').add({ ...file, buffer: 'text' })
    const { File, Files } = await sent(action)
    expect(File).toMatchObject({ mimeType: 'text/plain', name: 'ä b.txt' })
    expect(Files).toHaveLength(1)
  })

  it('takes options by value or label, and rejects others', async () => {
    const action = await echo()
    expect(action.getEnumField('Size').getOptions()).toEqual(['S', 'M', 'L'])
    await action.getEnumField('Size').select('M')
    await action.getRadioGroupField('Speed').check('By sea')
    await action.getDropdownField('Shop').select('north')
    await action.getCheckboxField('Sure').check()
    await action.getCheckboxGroupField('Extras').check('Gift wrap')
    await action.getCheckboxGroupField('Extras').check('card')
    await action.getCheckboxGroupField('Extras').uncheck('wrap')
    expect(action.getCheckboxGroupField('Extras').getOptions()[0]).toEqual({
      label: 'Gift wrap',
      value: 'wrap',
    })
    expect(action.getRadioGroupField('Speed').getOptions()).toHaveLength(2)
    expect(await sent(action)).toMatchObject({
      Size: 'M',
      Speed: 'sea',
      Shop: 'north',
      Sure: true,
      Extras: ['card'],
    })
    await action.getCheckboxField('Sure').uncheck()
    expect(action.getField('Sure').getValue()).toBe(false)
    await expect(action.getEnumField('Size').select('XL')).rejects.toThrow(
      /not an option of 'Size'.*S, M, L/,
    )
    await expect(action.getDropdownField('Shop').select('west')).rejects.toThrow(
      ActionFieldRefusedError,
    )
  })

  it('rejects unknown and read-only fields', async () => {
    const action = await echo()
    expect(() => action.getField('Nothing').getValue()).toThrow(UnknownActionFieldError)
    await expect(action.setFields({ Nothing: 1 })).rejects.toThrow(/no field 'Nothing'.*Text/)
    await expect(action.setFields({ Fixed: 'x' })).rejects.toThrow(ActionFieldRefusedError)
    expect(await action.tryToSetFields({ Fixed: 'x', Nothing: 1, Text: 'y' })).toEqual([
      'Fixed',
      'Nothing',
    ])
    expect(action.getField('Text').getValue()).toBe('y')
  })

  it('that is dynamic changes as it is filled in, in any order of values', async () => {
    const action = await orders().action('Refund', { recordId: 1 })
    expect(action.doesFieldExist('Details')).toBe(false)
    await action.setFields({ Details: 'broken', Reason: 'Other' })
    expect(action.doesFieldExist('Details')).toBe(true)
    expect(await action.execute()).toMatchObject({ success: '1: broken' })
  })

  it('has a layout', async () => {
    const layout = (await orders().action('Paged')).getLayout()
    const [first, second] = [layout.page(0), layout.page(1)]
    expect([first.isPage(), first.isRow()]).toEqual([true, false])
    expect(first.nextButtonLabel()).toBe('On')
    expect(second.previousButtonLabel()).toBe('Back')
    expect(first.element(0).isHTMLBlock()).toBe(true)
    expect(first.element(0).getHtmlBlockContent()).toBe('<p>One</p>')
    expect(first.element(1).isSeparator()).toBe(true)
    expect(first.element(2).isRow()).toBe(true)
    expect(first.element(2).rowElement(1).getInputId()).toBe('Right')
    expect(second.element(0).isInput()).toBe(true)
    expect(layout.getElements()).toHaveLength(2)
    expect(layout.element(1).isPage()).toBe(true)
    expect(() => layout.page(2)).toThrow('has 2 such elements')
    expect(() => first.getInputId()).toThrow("is 'page', not 'input'")
  })

  it('searches the options of a dropdown', async () => {
    const action = await orders().action('Paged')
    const owner = action.getDropdownField('Owner')
    expect(await owner.search('Bo')).toEqual([{ label: 'Bob', value: 'Bob' }])
    await owner.select('Bob')
    expect(await action.execute()).toMatchObject({ success: 'Bob' })
  })
})

describe('execute', () => {
  it('returns the results of all kinds', async () => {
    const action = await echo()
    await action.setFields({ Text: 'x' })
    expect(await action.execute()).toMatchObject({
      html: '<b>done</b>',
      refresh: { relationships: [] },
    })
    expect(await (await orders().action('Leave')).execute()).toEqual({ redirectTo: '/elsewhere' })
    expect((await (await orders().action('Call')).execute()).webhook).toEqual({
      url: 'https://example.com/hook',
      method: 'POST',
      headers: { 'x-a': 'b' },
      body: { c: 1 },
    })
    const { file } = await (await orders().action('Download')).execute()
    expect(file).toMatchObject({ name: 'stück.csv', mimeType: 'text/csv' })
    expect(Buffer.from(file?.content ?? []).toString()).toBe('a,b\n')
  })

  it('runs on one record, on many, on all but some, and below a parent', async () => {
    const ids = async (target: object) => {
      const action = await orders().action('Count', target)
      return (await action.execute()).success
    }
    expect(await ids({ recordId: 2 })).toBe('2')
    expect(await ids({ recordIds: [1, 3] })).toBe('1 3')
    expect(await ids({ allRecords: { exceptIds: 2 } })).toBe('1 3')
    expect(await ids({ allRecords: { segment: 'Large' } })).toBe('2 3')
    const filters = { field: 'total', operator: 'LessThan', value: 15 }
    expect(await ids({ allRecords: { filters } })).toBe('1')
    const parent = { collection: 'customers', recordId: 1, relation: 'orders' }
    expect(await ids({ allRecords: {}, parent })).toBe('1 2')
  })

  it('sends the record with id 0', async () => {
    shop.requests.length = 0
    const action = await orders().action('Count', { recordId: 0 })
    await action.execute()
    const { attributes } = JSON.parse(String(shop.requests.at(-1)?.init.body)).data
    expect(attributes.ids).toEqual(['0'])
    expect(attributes.smart_action_id).toMatch(/^orders-\d+-count$/)
  })

  it('throws for values the agent rejects, and for errors of the action', async () => {
    const missing = await (await echo()).execute().catch(error => error)
    expect(missing).toBeInstanceOf(ActionFormValidationError)
    expect(missing).toMatchObject({ status: 400, html: undefined })
    expect(missing.detail).toContain('Text')
    const refund = await orders().action('Refund', { recordId: 1 })
    await refund.getEnumField('Reason').select('Late')
    const refused = await refund.execute().catch(error => error)
    expect(refused).toMatchObject({ detail: 'Too late', html: '<i>no</i>' })
  })

  it('rejects unknown actions and collections, naming what there is', async () => {
    await expect(orders().action('Nothing')).rejects.toThrow(/no action 'Nothing'.*Echo/)
    const nowhere = shop.client().collection('nowhere' as 'orders')
    await expect(nowhere.action('Echo')).rejects.toThrow(UnknownActionError)
    const schema = { collections: [], meta: {} }
    await expect(shop.client({ schema }).collection('orders').action('Echo')).rejects.toThrow(
      'There are: none',
    )
  })

  it('leaves other failures as they are', async () => {
    const action = await shop
      .client({ fetch: async () => new Response('broken', { status: 502 }) })
      .collection('orders')
      .action('Count')
    const error = await action.execute().catch(error => error)
    expect(error).toBeInstanceOf(AgentHttpError)
    expect(error).toMatchObject({ name: 'AgentHttpError', status: 502, responseText: 'broken' })
  })
})

describe('an action that needs approval', () => {
  const waiting = async () =>
    Response.json(
      {
        errors: [
          {
            name: 'CustomActionRequiresApprovalError',
            detail: 'Somebody has to approve it.',
            status: 403,
            data: { roleIdsAllowedToApprove: [4] },
          },
        ],
      },
      { status: 403 },
    )
  const open = (requestApproval?: () => Promise<{ id: number }>) =>
    shop
      .client({ fetch: waiting, requestApproval })
      .collection('orders')
      .action('Count', { recordId: 1 })

  it('says who may approve', async () => {
    const error = await (await open()).execute().catch(error => error)
    expect(error).toBeInstanceOf(ActionRequiresApprovalError)
    expect(error.roleIdsAllowedToApprove).toEqual([4])
    await expect(
      (await open()).execute({ approvalRequestMessage: 'please' }),
    ).rejects.toBeInstanceOf(ActionRequiresApprovalError)
  })

  it('is requested when there is a message for it', async () => {
    const asked = await open(async () => ({ id: 9 }))
    await expect(asked.execute()).rejects.toBeInstanceOf(ActionRequiresApprovalError)
    expect(await asked.execute({ approvalRequestMessage: 'please' })).toEqual({
      approvalRequested: true,
      approvalRequest: { id: 9 },
    })
  })

  it('fails with its own error when it cannot be requested', async () => {
    const asked = await open(() => Promise.reject(new Error('away')))
    const error = await asked.execute({ approvalRequestMessage: 'please' }).catch(error => error)
    expect(error).toBeInstanceOf(ApprovalRequestCreationError)
    expect(error.message).toContain('away')
  })

  it('runs what was signed without opening the form', async () => {
    shop.requests.length = 0
    await orders()
      .runApproved('Refund', 'signed')
      .catch(() => undefined)
    expect(shop.requests).toHaveLength(1)
    expect(JSON.parse(String(shop.requests[0]?.init.body)).data.attributes).toEqual({
      signed_approval_request: 'signed',
    })
  })

  it('carries what was signed', async () => {
    shop.requests.length = 0
    const action = await orders().action('Count', { recordId: 1 })
    await action.execute({ signedApprovalRequest: 'signed' }).catch(() => undefined)
    const { attributes } = JSON.parse(String(shop.requests.at(-1)?.init.body)).data
    expect(attributes.signed_approval_request).toBe('signed')
  })
})
