import { expect, it } from 'vitest'
import { openShop } from '../../testing/shop.js'

it('setFieldNullable drops the rule that the field is present and keeps the others', async () => {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection('customers', customers =>
      customers
        .addFieldValidation('name', 'Present')
        .addFieldValidation('name', 'LongerThan', 2)
        .setFieldNullable('name'),
    ),
  )
  const name = model.collection('customers').path('name').column
  expect(name.allowNull).toBe(true)
  expect(name.checks).toMatchObject([{ operator: 'LongerThan', value: 2 }])
})

it.each([
  ['nope', "No field 'nope' on 'customers'."],
  ['country', "'country' is a relation, not a column."],
])('setFieldNullable refuses %s at start', async (name, message) => {
  const opening = openShop(customizer =>
    customizer.customizeCollection('customers', customers => customers.setFieldNullable(name)),
  )
  await expect(opening).rejects.toThrow(`setFieldNullable on 'customers': ${message}`)
  await expect(opening).rejects.toThrow('set-field-nullable.test.ts:')
})
