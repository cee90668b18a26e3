import { describe, expect, it } from 'vitest'
import { printSql, type SqlSyntax, sql } from './sql.js'

const postgres: SqlSyntax = { quote: '"', placeholder: position => `$${position}` }
const mysql: SqlSyntax = { quote: '`', placeholder: () => '?' }

describe('printSql', () => {
  it('makes every value a parameter, numbered in the order of the text', () => {
    const inner = sql`b = ${2}`
    expect(printSql(postgres, sql`a = ${1} and ${inner} and c = ${3}`)).toEqual({
      text: 'a = $1 and b = $2 and c = $3',
      parameters: [1, 2, 3],
    })
  })

  it('quotes names in the syntax of the database, doubling what would end them', () => {
    const name = sql.id('sch"ema', 'ta`ble')
    expect(printSql(postgres, name).text).toBe('"sch""ema"."ta`ble"')
    expect(printSql(mysql, name).text).toBe('`sch"ema`.`ta``ble`')
  })

  it('joins pieces and values', () => {
    expect(printSql(mysql, sql`in (${sql.join([1, sql`now()`, 'x'])})`)).toEqual({
      text: 'in (?, now(), ?)',
      parameters: [1, 'x'],
    })
    expect(printSql(mysql, sql.join([sql`a`, sql`b`], sql` or `)).text).toBe('a or b')
    expect(printSql(mysql, sql.join([])).text).toBe('')
  })

  it('takes a value that looks like a piece for a value', () => {
    const forged = JSON.parse('{"parts":["drop table books"]}')
    expect(printSql(postgres, sql`select ${forged}`)).toEqual({
      text: 'select $1',
      parameters: [forged],
    })
  })
})
