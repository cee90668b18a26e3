import { describe, expect, it } from 'vitest'
import { readBearer, readCookie } from './credentials.js'

describe('readBearer', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER   abc  ', 'abc'],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['Bearer a b', undefined],
    ['Basic abc', undefined],
    ['xBearer abc', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j as %j', (header, token) => {
    expect(readBearer(header)).toBe(token)
  })
})

describe('readCookie', () => {
  it.each([
    ['a=1', '1'],
    ['b=2; a=1', '1'],
    ['b=2;a = 1 ;c=3', '1'],
    ['a=1; a=2', '1'],
    ['a=x=y', 'x=y'],
    ['a=', ''],
    ['aa=1; b=a=1', undefined],
    ['a', undefined],
    ['', undefined],
    [undefined, undefined],
  ])("reads 'a' of %j as %j", (header, value) => {
    expect(readCookie(header, 'a')).toBe(value)
  })
})
