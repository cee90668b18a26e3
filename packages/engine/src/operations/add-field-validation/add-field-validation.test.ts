import type { Operator } from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { openShop } from '../../testing/shop.js'

const validate = (name: string, operator: Operator, value?: unknown) =>
  openShop(customizer =>
    customizer.customizeCollection('orders', orders =>
      orders
        .addField('label', {
          columnType: 'String',
          dependencies: ['status'],
          getValues: records => records.map(() => ''),
        })
        .addFieldValidation(name, operator, value),
    ),
  )

describe('addFieldValidation', () => {
  it('adds a rule to the field', async () => {
    const { model } = await validate('total', 'GreaterThan', 0)
    expect(model.collection('orders').path('total').column.checks).toEqual([
      { operator: 'GreaterThan', value: 0 },
    ])
  })

  it.each([
    ['nope', 'Present', undefined, "No field 'nope' on 'orders'."],
    ['label', 'Present', undefined, "'label' is read-only: there is nothing to check."],
    ['total', 'Contains', 'x', "'Contains' cannot check 'total'. Possible: "],
    ['total', 'GreaterThan', undefined, "'GreaterThan' on 'total' needs a value to compare with."],
  ] as const)('refuses %s %s %s at start', async (name, operator, value, message) => {
    await expect(validate(name, operator, value)).rejects.toThrow(message)
  })
})
