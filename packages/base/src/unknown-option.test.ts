import { describe, expect, it } from 'vitest'
import { listOptionNames, unknownOption } from './unknown-option.js'

const names = listOptionNames<{ max?: number; pool: object }>({ max: true, pool: true })

describe('unknownOption', () => {
  it('names the option, its location, those there are and the nearest', () => {
    expect(unknownOption({ max: 1, pol: {} }, names, 'createSqlDataSource')).toBe(
      "Unknown option 'pol' of createSqlDataSource. The options are: max, pool. Did you mean 'pool'?",
    )
  })

  it('has nothing to say of known ones', () => {
    expect(unknownOption({ pool: {} }, names)).toBeUndefined()
  })

  it('does not take what every object has for an option', () => {
    expect(unknownOption({ toString: 1 }, names)).toMatch(/^Unknown option 'toString'\. /)
  })
})
