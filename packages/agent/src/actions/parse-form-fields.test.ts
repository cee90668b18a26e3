import { ValidationError } from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { parseFormFields } from './parse-form-fields.js'

describe('what was filled in', () => {
  it('is a list of fields, or an object of values', () => {
    const fields = [
      { field: 'a', value: 1 },
      { field: 2, value: null },
    ]
    expect(parseFormFields({ fields, values: { c: 3 } })).toEqual({ values: { a: 1, 2: null } })
    for (const none of [undefined, null]) {
      expect(parseFormFields({ fields: none, values: { c: 3 } })).toEqual({ values: { c: 3 } })
    }
    for (const values of [undefined, null, 'x']) {
      expect(parseFormFields({ values })).toEqual({ values: {} })
    }
    expect(parseFormFields({ fields: [] })).toEqual({ values: {} })
  })

  it.each(['x', {}, [null], ['x'], [{ field: 'a' }, 1]])('is not %j', fields => {
    expect(() => parseFormFields({ fields })).toThrow(ValidationError)
  })

  it('tells the field that changed', () => {
    expect(parseFormFields({ changed_field: 'a' })).toEqual({ values: {}, changedField: 'a' })
    for (const changed_field of [1, null]) {
      expect(parseFormFields({ changed_field })).toEqual({ values: {} })
    }
  })

  it('tells what is searched for in which field', () => {
    const fields = [
      { field: 'a', searchValue: 'x' },
      { field: 'b', searchValue: 'y' },
    ]
    const search = (attributes: object) => parseFormFields(attributes as never).search
    expect(search({ fields, search_field: 'b', search_value: 'z' })).toEqual({
      field: 'b',
      text: 'y',
    })
    expect(search({ fields, search_field: 'c', search_value: 'z' })).toEqual({
      field: 'c',
      text: 'z',
    })
    expect(search({ search_field: 'c' })).toEqual({ field: 'c', text: '' })
    expect(search({ search_field: 7, search_value: 'z' })).toBeUndefined()
    expect(() => search({ search_field: 'c', search_value: 'x'.repeat(100_000) })).toThrow()
  })
})
