import { describe, expect, it } from 'vitest'
import { bindQuery } from './bind-query.js'

const bind = (query: string, values: Record<string, unknown> = {}) =>
  bindQuery(query, name => values[name])

const refusal = (query: string, values?: Record<string, unknown>) => {
  try {
    bind(query, values)
    return 'accepted'
  } catch (error) {
    const { status, message } = error as Error & { status: number }
    return `${status} ${message}`
  }
}

describe('bindQuery', () => {
  it('turns variables into parameters and never into text', () => {
    const values = { 'currentUser.id': "7'; drop table users; --", limit: 3 }
    expect(bind('select * from t where a = {{currentUser.id}} limit {{ limit }}', values)).toEqual({
      texts: ['select * from t where a = ', ' limit ', ''],
      values: ["7'; drop table users; --", 3],
    })
  })

  it.each([
    'select 1',
    '  SELECT 1 ;  ',
    'with t as (select 1 as a) select a from t',
    '(select 1) union (select 2)',
    'select \'a;b\', "c;d", `e;f` from t',
    "select 'it''s; fine' from t",
    '-- a chart of sales\nselect 1',
    '/* sales */ select 1',
    "select 'insert' as word",
  ])('accepts %s', query => {
    expect(refusal(query)).toBe('accepted')
  })

  it.each([
    ['select 1; select 2', 'one statement'],
    ['select 1; drop table t', 'one statement'],
    ['select 1;;', 'one statement'],
    ["select '\\'; drop table t; --'", 'one statement'],
    ["select 1 -- '\n; drop table t -- '", 'one statement'],
    ["select 1 # '\n; drop table t # '", 'one statement'],
    ['select 1 /* ; */', 'one statement'],
    ['delete from t', 'begin with SELECT or WITH'],
    ['explain select 1', 'begin with SELECT or WITH'],
    ['pragma writable_schema = 1', 'begin with SELECT or WITH'],
    ['selecting', 'begin with SELECT or WITH'],
    ['with t as (delete from u returning *) select * from t', 'contains delete'],
    ['select * into copy from t', 'contains into'],
    ["select * from t into outfile '/tmp/x'", 'contains into'],
    ['select * from t for update', 'contains update'],
    ['-- nothing', 'empty'],
    [';', 'empty'],
  ])('refuses %s', (query, reason) => {
    expect(refusal(query)).toMatch(new RegExp(`^422 .*${reason}`))
  })

  it.each([
    "select '{{name}}'",
    "select '%{{name}}%' from t",
    'select "{{name}}" from t',
    'select 1 -- {{name}}',
  ])('refuses a variable that stands in quotes or in a comment: %s', query => {
    expect(refusal(query, { name: 'x' })).toMatch(/^422 Write variables without quotes/)
  })

  it('names a variable that has no value', () => {
    expect(refusal('select {{missing}}')).toBe('422 No value was given for {{missing}}.')
  })

  it('refuses lists and objects as values', () => {
    expect(refusal('select {{x}}', { x: [1] })).toMatch(/must be a text, a number or a boolean/)
    expect(refusal('select {{x}}', { x: { a: 1 } })).toMatch(/must be a text/)
  })
})
