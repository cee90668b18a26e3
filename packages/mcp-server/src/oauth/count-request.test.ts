import { expect, it } from 'vitest'
import { createRequestCounter } from './count-request.js'

it('counts a network of IPv6 as one address, and IPv4 each by itself', async () => {
  const count = createRequestCounter([['token', 1]])
  expect(await count('token', '2001:db8:0:1::1')).toBeUndefined()
  expect(await count('token', '2001:0db8::1:aaaa:bbbb:cccc:dddd')).toBe(900)
  expect(await count('token', '2001:db8:0:2::1')).toBeUndefined()
  expect(await count('token', '10.0.0.1')).toBeUndefined()
  expect(await count('token', '10.0.0.2')).toBeUndefined()
  expect(await count('token', '10.0.0.1')).toBe(900)
})

it('counts those without an address together, and each route by itself', async () => {
  const count = createRequestCounter([
    ['token', 1],
    ['revoke', 1],
  ])
  expect(await count('token', undefined)).toBeUndefined()
  expect(await count('token', undefined)).toBe(900)
  expect(await count('revoke', undefined)).toBeUndefined()
  for (let times = 0; times < 3; times += 1) {
    expect(await count('metadata', undefined)).toBeUndefined()
  }
})
