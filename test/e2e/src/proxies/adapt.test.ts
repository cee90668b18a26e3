import { adapt } from '@service/test-support'
import { describe, expect, it } from 'vitest'

describe('a configuration adapted to a test', () => {
  it('keeps a port that begins like one of the configuration', () => {
    const text = 'server 127.0.0.1:3310 max_fails=1;\nserver 127.0.0.1:3351 max_fails=1;'
    const adapted = adapt(text, [
      ['server 127.0.0.1:3310', 'server 127.0.0.1:33517'],
      ['server 127.0.0.1:3351', 'server 127.0.0.1:44215'],
    ])
    expect(adapted).toBe('server 127.0.0.1:33517 max_fails=1;\nserver 127.0.0.1:44215 max_fails=1;')
  })

  it('replaces a text wherever it is, as it is written', () => {
    expect(
      adapt('a b a', [
        ['a', '$&'],
        ['b', 'a'],
      ]),
    ).toBe('$& a $&')
  })

  it('must have what is replaced', () => {
    expect(() => adapt('a', [['b', 'c']])).toThrow("The configuration has no 'b'.")
  })
})
