import { describe, expect, it } from 'vitest'
import { readAllowedClients } from './allowed-clients.js'

describe('readAllowedClients', () => {
  it('spells domains as browsers do', () => {
    expect(readAllowedClients(['Example.COM', 'münch.example.com.', 'localhost'])).toEqual([
      'example.com',
      'xn--mnch-0ra.example.com',
      'localhost',
    ])
    expect(readAllowedClients(undefined)).toBeUndefined()
  })

  it.each([
    'https://example.com',
    'example.com:8080',
    'example.com/path',
    'user@example.com',
    'example.com\\evil.test',
    'example.com evil.test',
    ' example.com',
    '*.example.com',
    'example..com',
    '.example.com',
    '.',
    '',
    5 as unknown as string,
  ])('does not start with %s', domain => {
    expect(() => readAllowedClients(['good.example.com', domain])).toThrow(
      /^Option 'allowedOAuthClients' has .*It must be a domain like 'example.com'/,
    )
  })

  it('does not start with an empty list, which would let nobody in', () => {
    expect(() => readAllowedClients([])).toThrow(/at least one domain/)
    expect(() => readAllowedClients('example.com' as never)).toThrow(/must be a list/)
  })
})
