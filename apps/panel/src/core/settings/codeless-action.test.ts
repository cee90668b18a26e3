import type { WireCustomization } from '@service/protocol'
import { describe, expect, it } from 'vitest'
import type { FieldModel } from '../schema/collection-model.js'
import { emptyAction, readAction, replaceAction, writeAction } from './codeless-action.js'

const field = (name: string, columnType: string) =>
  [name, { name, columnType } as FieldModel] as const
const fields = new Map([
  field('total', 'Number'),
  field('isPaid', 'Boolean'),
  field('status', 'String'),
])

const webhook: WireCustomization = {
  name: 'Notify',
  type: 'action',
  modelName: 'orders',
  configuration: {
    scope: 'bulk',
    type: 'webhook',
    configuration: { url: 'https://hooks.example.com/x' },
  },
}
const update: WireCustomization = {
  name: 'Close',
  type: 'action',
  modelName: 'orders',
  configuration: {
    scope: 'single',
    type: 'update-record',
    configuration: {
      fields: [
        { fieldName: 'total', value: 0 },
        { fieldName: 'isPaid', value: false },
        { fieldName: 'status', value: null },
      ],
    },
  },
}

describe('an action without code', () => {
  it.each([webhook, update])('is the same after it was edited without a change', action => {
    expect(writeAction(readAction(action), fields)).toEqual(action)
  })

  it('waits until nothing is missing or wrong', () => {
    expect(writeAction(emptyAction, fields)).toBe(undefined)
    expect(writeAction({ ...readAction(webhook), url: 'nowhere' }, fields)).toBe(undefined)
    const wrong = [{ fieldName: 'total', text: 'many', isNull: false }]
    expect(writeAction({ ...readAction(update), fields: wrong }, fields)).toBe(undefined)
    expect(writeAction({ ...readAction(update), fields: [] }, fields)).toBe(undefined)
  })

  it('replaces the one that was edited, is added, or is removed', () => {
    const renamed = { ...update, name: 'Finish' }
    expect(replaceAction([webhook, update], update, renamed)).toEqual([webhook, renamed])
    expect(replaceAction([webhook], undefined, update)).toEqual([webhook, update])
    expect(replaceAction([webhook, update], webhook, undefined)).toEqual([update])
  })
})
