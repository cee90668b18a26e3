import { describe, expect, it } from 'vitest'
import { chooseFormat } from './accept.js'

describe('formatOf', () => {
  it.each([
    [undefined, 'application/json'],
    ['', undefined],
    ['*/*', 'application/json'],
    ['application/*', 'application/json'],
    ['application/x-ndjson', 'application/x-ndjson'],
    ['application/x-ndjson, application/json', 'application/json'],
    ['application/x-ndjson, application/json;q=0.9', 'application/x-ndjson'],
    ['application/x-ndjson;q=0.5, */*;q=0.1', 'application/x-ndjson'],
    ['application/json;q=0, */*', 'application/x-ndjson'],
    ['Application/JSON; charset=utf-8', 'application/json'],
    ['text/html', undefined],
    ['application/x-ndjson;q=0', undefined],
    ['application/json;q=nonsense', undefined],
  ])('takes %o for %o', (accept, format) => {
    if (format) expect(chooseFormat(accept)).toBe(format)
    else expect(() => chooseFormat(accept)).toThrow('application/json or application/x-ndjson')
  })
})
