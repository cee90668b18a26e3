import { expect, it } from 'vitest'
import { readRetryAfter } from './retry-after.js'

it.each([
  ['12', 12],
  ['0', 1],
  ['99999', 300],
  ['Thu, 01 Oct 2026 10:00:30 GMT', 30],
  ['Thu, 01 Oct 2020 10:00:30 GMT', 1],
  [null, 5],
  ['soon', 5],
  ['', 5],
])('Retry-After %j waits %s seconds', (header, seconds) => {
  expect(readRetryAfter(header, new Date('2026-10-01T10:00:00Z'))).toBe(seconds)
})
