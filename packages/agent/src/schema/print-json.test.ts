import { describe, expect, it } from 'vitest'
import { printJson } from './print-json.js'

describe('printJson', () => {
  it('keeps what fits in 100 columns on one line', () => {
    expect(printJson({ a: 1, b: [true, null, 'x'], c: {} })).toBe(
      '{"a": 1, "b": [true, null, "x"], "c": {}}\n',
    )
  })

  it('breaks what does not fit, level by level', () => {
    const long = 'x'.repeat(60)
    expect(printJson({ list: [{ name: long }, { name: long, note: long }], empty: [] })).toBe(
      [
        '{',
        '  "list": [',
        `    {"name": "${long}"},`,
        '    {',
        `      "name": "${long}",`,
        `      "note": "${long}"`,
        '    }',
        '  ],',
        '  "empty": []',
        '}\n',
      ].join('\n'),
    )
  })

  it('writes what JSON.parse reads back', () => {
    const value = { text: 'a"b\\c\n€', list: [[1, [2]], {}], none: null, skipped: undefined }
    expect(JSON.parse(printJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
  })

  it('never goes beyond 100 columns where a line could be broken', () => {
    const value = { a: Array.from({ length: 40 }, (_, index) => ({ key: `value ${index}` })) }
    expect(
      Math.max(
        ...printJson(value)
          .split('\n')
          .map(line => line.length),
      ),
    ).toBeLessThan(101)
  })
})
