import { expect, it } from 'vitest'
import { withoutTrailing } from './without-trailing.js'

it.each([
  ['', ''],
  ['///', ''],
  ['a//b//', 'a//b'],
  ['a', 'a'],
])('makes %j into %j', (text, cut) => {
  expect(withoutTrailing(text, '/')).toBe(cut)
})
