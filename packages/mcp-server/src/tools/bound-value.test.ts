import { describe, expect, it } from 'vitest'
import { boundValue, maxTextLength } from './bound-value.js'

const generateRecords = (count: number, text: string) =>
  Array.from({ length: count }, (_, id) => ({ id, text }))

const measureJson = (value: unknown) => JSON.stringify(value).length

describe('boundValue', () => {
  it('leaves what is short enough as it is', () => {
    const value = { records: generateRecords(10, 'x') }
    expect(boundValue(value, 'records')).toBe(value)
  })

  it('cuts long texts first, and says so', () => {
    const bounded = boundValue({ records: generateRecords(3, 'x'.repeat(50_000)) }, 'records')
    expect(bounded.records).toHaveLength(3)
    expect(bounded.records).toContainEqual({
      id: 2,
      text: `${'x'.repeat(1000)}… (50000 characters)`,
    })
    expect(bounded.note).toMatch(/texts of more than 1000 characters are cut.*pagination\.size/)
  })

  it('then ends the list sooner, and says where', () => {
    const bounded = boundValue({ records: generateRecords(500, 'x'.repeat(900)) }, 'records')
    const shown = (bounded.records as object[]).length
    expect(shown).toBeGreaterThan(90)
    expect(bounded.note).toContain(`Only the first ${shown} of the 500 records are shown.`)
    expect(measureJson(bounded)).toBeLessThanOrEqual(maxTextLength)
  })

  it('shows nothing of one thing that stays too long', () => {
    const record = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`field${index}`, 'x'.repeat(1000)]),
    )
    expect(boundValue({ record })).toEqual({ note: 'The response was too long to be shown here.' })
    const bounded = boundValue({ records: [record], totalCount: 1 }, 'records')
    expect(bounded).toMatchObject({ records: [], totalCount: 1 })
    expect(measureJson(bounded)).toBeLessThanOrEqual(maxTextLength)
  })
})
