import { describe, expect, it } from 'vitest'
import type { DialectName } from '../database.js'
import { nativeAttacks, nativeReads } from '../testing/native-attacks.js'
import { readingStatement } from './reading-statement.js'

describe.each(Object.keys(nativeAttacks) as DialectName[])('readingStatement on %s', dialect => {
  it.each(nativeAttacks[dialect])('rejects %j', sql => {
    expect(() => readingStatement(dialect, sql)).toThrow(expect.objectContaining({ status: 422 }))
  })

  it.each(nativeReads[dialect])('lets %j pass', sql => {
    expect(() => readingStatement(dialect, sql)).not.toThrow()
  })
})

describe('readingStatement', () => {
  it('leaves out what follows the statement', () => {
    expect(readingStatement('sqlite', ' -- a\n select 1 ; -- b\n;')).toBe(' -- a\n select 1')
  })

  it.each([
    ['select 1; select 2', 'The query must be one statement: remove the semicolon.'],
    ['-- nothing', 'The query is empty.'],
    ['explain select 1', 'The query must begin with SELECT or WITH.'],
    ["select 'a", "The mark ' is not closed."],
    ['select 1 /* a', 'A comment is not closed.'],
    ['select 1 commit', 'it contains commit. Put it in quotes if it is a name.'],
    ["select * from [OpenQuery](a, 'b')", 'The function openquery is not allowed in a query.'],
    ['select 1\u00a0as a', 'The character U+00A0 is allowed in quotes only.'],
    ['select 1a', 'Write a space after the number 1.'],
    ['select 1 --a\rexec b', 'Control characters are not allowed'],
  ])('says what is wrong with %j', (sql, sentence) => {
    expect(() => readingStatement('mssql', sql)).toThrow(sentence)
  })
})
