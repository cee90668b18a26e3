import { describe, expect, it } from 'vitest'
import type { Catalogue } from '../../database.js'
import { introspect } from '../../introspect/introspect.js'
import type { Sql } from '../../sql.js'
import { mapMysqlType } from './introspect-types.js'

const column = (name: string, type: string, more: object = {}) => ({
  table: 'customers',
  name,
  type,
  isNullable: 'YES',
  default: null,
  extra: '',
  maxLength: null,
  ...more,
})

/** What MySQL 8 answers; MariaDB differs in how it prints defaults. */
function mysqlCatalogue(columns: readonly object[]): Catalogue {
  const answers = [[{ table: 'customers', kind: 'BASE TABLE' }], columns, [], []]
  let asked = 0
  return {
    dialect: 'mysql',
    version: '8.4.3',
    async query<Row extends object>(_: Sql<Row>) {
      return answers[asked++] as Row[]
    },
  }
}

async function introspectDefault(type: string, sqlText: string, extra = '') {
  const catalogue = mysqlCatalogue([column('a', type, { default: sqlText, extra })])
  const { tables } = await introspect(catalogue, {}, () => {})
  const found = tables[0]?.columns[0]
  return found?.hasDefault ? [found.defaultValue] : []
}

describe('introspection of MySQL', () => {
  it('takes the bare text of a default for a value', async () => {
    expect(await introspectDefault('varchar(9)', "it's")).toEqual(["it's"])
    expect(await introspectDefault('varchar(9)', 'now()')).toEqual(['now()'])
    expect(await introspectDefault('int', '0')).toEqual([0])
    expect(await introspectDefault('tinyint(1)', '1')).toEqual([true])
    expect(await introspectDefault('bit(1)', "b'1'")).toEqual([true])
  })

  it('does not take a computed default for a value', async () => {
    expect(await introspectDefault('varchar(9)', 'uuid()', 'DEFAULT_GENERATED')).toEqual([
      undefined,
    ])
    expect(await introspectDefault('datetime', 'CURRENT_TIMESTAMP')).toEqual([undefined])
  })

  it('distinguishes generated columns from generated defaults', async () => {
    const columns = [
      column('a', 'int', { extra: 'VIRTUAL GENERATED' }),
      column('b', 'int', { extra: 'STORED GENERATED' }),
      column('c', 'int', { extra: 'DEFAULT_GENERATED', default: 'rand()' }),
    ]
    const { tables } = await introspect(mysqlCatalogue(columns), {}, () => {})
    expect(tables[0]?.columns.map(({ isGenerated }) => isGenerated)).toEqual([true, true, false])
  })

  it('reads the word before the brackets as the type', () => {
    expect(mapMysqlType('int(10) unsigned', false)?.columnType).toBe('Number')
    expect(mapMysqlType('tinyint(1)', false)?.columnType).toBe('Boolean')
    expect(mapMysqlType('tinyint(4)', false)?.columnType).toBe('Number')
    expect(mapMysqlType('json', false)?.columnType).toBe('Json')
    expect(mapMysqlType('longtext', true)?.columnType).toBe('Json')
    expect(mapMysqlType('geometry', false)).toBeUndefined()
  })
})
