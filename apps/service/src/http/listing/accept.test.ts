import { describe, expect, it } from 'vitest'
import { chooseFormat } from './accept.js'

const formats = ['application/json', 'application/x-ndjson'] as const

describe('chooseFormat', () => {
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
    if (format) expect(chooseFormat(accept, formats)).toBe(format)
    else
      expect(() => chooseFormat(accept, formats)).toThrow(
        'application/json or application/x-ndjson',
      )
  })
  it.each([
    ['text/csv', 'text/csv'],
    ['text/*', 'text/csv'],
    ['text/html, */*;q=0.8', 'application/json'],
    ['application/*;q=0.1, text/*;q=0.2', 'text/csv'],
  ])('takes %o for %o where there is CSV', (accept, format) => {
    expect(chooseFormat(accept, ['application/json', 'text/csv'])).toBe(format)
  })
})
