import { expect, it } from 'vitest'
import { getBootPath } from './boot-path.js'

it.each([
  ['/app', '/app'],
  ['/app/', '/app/'],
  ['/app/Store/Production/Ops/data/orders/1', '/app/Store/Production/Ops'],
  ['/app/A%20%3E%2F/b', '/app/A%20%3E%2F/b'],
])('of %s asks for %s', (pathname, address) => {
  const { searchParams } = new URL(getBootPath(pathname), 'http://service.example')
  expect(Object.fromEntries(searchParams)).toEqual({ agentCode: 'true', address })
})
