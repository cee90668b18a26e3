import { describe, expect, it } from 'vitest'
import { assertSingleStatement } from './single-statement.js'

describe('assertSingleStatement', () => {
  it.each([
    'select 1',
    'select 1;',
    'select 1; -- no more',
    'select 1;; /* no; more */ ;',
    "select ';', 'it''s; one', [a;b], `a;b`, \"a;b\" /* ; */ -- ;",
    "select 1 -- it's; one\n",
  ])('lets %j pass', text => {
    expect(() => assertSingleStatement(text)).not.toThrow()
  })

  it.each([
    'select 1; select 2',
    "select 'it''s'; drop table a",
    "select ' ; drop table a",
    'select a[1; drop table a',
    'select 1; /* unclosed',
    'select 1; /* a */ select 2',
    'select 1; -- a\nselect 2',
  ])('refuses %j', text => {
    expect(() => assertSingleStatement(text)).toThrow('Only one SQL statement')
  })

  it('is done with long texts that nothing closes', () => {
    const text = `select ${'/*'.repeat(500_000)}${"['".repeat(500_000)}`
    expect(() => assertSingleStatement(text)).not.toThrow()
  })
})
