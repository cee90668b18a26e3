import { expect, it } from 'vitest'
import { shop } from '../testing/build-schema.js'
import { chooseEmptyReason } from './empty-reason.js'

it('an empty list says why: no right, nothing matches, or nothing there', () => {
  const { rights } = shop.collections[0]!
  const list = { columns: [], sort: [], isSearchExtended: false, broken: [] }
  expect(chooseEmptyReason(list, rights)).toBe('no-records')
  expect(chooseEmptyReason({ ...list, segment: 'Large' }, rights)).toBe('none-match')
  expect(chooseEmptyReason({ ...list, search: 'x' }, rights)).toBe('none-match')
  expect(chooseEmptyReason({ ...list, search: 'x' }, { ...rights, browse: false })).toBe('no-right')
})
