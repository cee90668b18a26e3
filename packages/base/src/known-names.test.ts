import { describe, expect, it } from 'vitest'
import { knownNames } from './known-names.js'

const columns = ['id', 'total', 'first_name', 'last_name', 'status', 'shipped_at']

describe('knownNames', () => {
  it.each([
    ['totl', 'total'],
    ['ttoal', 'total'],
    ['TOTAL', 'total'],
    ['firstName', 'first_name'],
    ['shiped_at', 'shipped_at'],
    ['status2', 'status'],
  ])("suggests for '%s' the nearest name", (asked, nearest) => {
    expect(knownNames(asked, columns)).toMatch(new RegExp(`Did you mean '${nearest}'\\?$`))
  })

  it.each(['nope', '', 'x', 'total_of_all_orders'])("suggests nothing for '%s'", asked => {
    expect(knownNames(asked, columns)).toBe(`${columns.join(', ')}.`)
  })

  it('suggests all names that are equally near, at most three', () => {
    expect(knownNames('line4', ['line11', 'line2', 'line3', 'line1', 'line5'])).toMatch(
      /Did you mean 'line2' or 'line3' or 'line1'\?$/,
    )
  })

  it('lists twenty names and counts the rest, which can still be suggested', () => {
    const many = Array.from({ length: 25 }, (_, index) => `column${index + 10}`)
    const text = knownNames('colum34', many)
    expect(text).toMatch(/^column10, .*column29 and 5 more\. Did you mean 'column34'\?$/)
  })

  it('says so when there is nothing to choose from', () => {
    expect(knownNames('any', [])).toBe('none.')
  })
})
