import { describe, expect, it } from 'vitest'
import { chooseEncoding } from './choose-encoding.js'

describe('chooseEncoding', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['X-GZIP', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br; q=0.5 , gzip; q=0.5', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0.1', 'br'],
    ['gzip;q=0', undefined],
    ['gzip;q=much', undefined],
    ['identity', undefined],
    ['', undefined],
    [',;,=', undefined],
  ])('reads %j as %s', (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding)
  })
})
