import { expect, it } from 'vitest'
import { chooseConfirmation } from './confirm-delete.js'

it('the name is typed above ten records, for an unknown number, and in production', () => {
  expect(chooseConfirmation(1, 'development')).toBe('click')
  expect(chooseConfirmation(10, 'staging')).toBe('click')
  expect(chooseConfirmation(11, 'staging')).toBe('type-name')
  expect(chooseConfirmation(undefined, 'staging')).toBe('type-name')
  expect(chooseConfirmation(1, 'production')).toBe('type-name')
})
