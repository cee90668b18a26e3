import type {
  AggregateScan,
  ConditionTree,
  Row,
  Scan,
  ZoneOffset,
} from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { type SqlCollection, sqlCollections } from '../collection.js'
import type { Dialect } from '../dialect.js'
import { mssql } from '../dialects/mssql/dialect.js'
import { mysqlDialect } from '../dialects/mysql/dialect.js'
import { postgres } from '../dialects/postgres/dialect.js'
import { sqlite } from '../dialects/sqlite/dialect.js'
import { describeCollections } from '../introspect/describe-collections.js'
import type { TableInfo } from '../introspect/introspection.js'
import { sampleTables } from '../testing/sample-tables.js'
import { aggregateShape, compileAggregate } from './compile-aggregate.js'
import { compileList, listShape } from './compile-list.js'
import { compileUpdateAndList, updateAndListShape } from './compile-update-and-list.js'
import { compileInsert, compileWrite, insertShape, writeShape } from './compile-write.js'
import { bind, type SqlText } from './slots.js'

const dialects = { postgres, mysql: mysqlDialect(false), sqlite, mssql }
const mariadb = mysqlDialect(true)

const createContext = (dialect: Dialect) => ({ dialect, collections: sampleTables(dialect.name) })

type Printed = readonly [string, ...unknown[]]
const printed = ({ text, slots }: SqlText, values: readonly unknown[]): Printed => [
  text,
  ...bind(slots, values),
]

const toCountry = {
  as: 'country',
  on: [{ from: 'country_id', to: 'id' }],
  node: { collection: 'countries', columns: ['name'], joins: [] },
}
const toCustomer = {
  as: 'customer',
  on: [{ from: 'customer_id', to: 'id' }],
  node: { collection: 'customers', columns: ['name'], joins: [toCountry] },
}

const unkeyedTable = (isView: boolean): TableInfo => {
  const common = { allowNull: true, isGenerated: false, isAutoIncrement: false, hasDefault: false }
  return {
    name: 'sales',
    isView,
    columns: [
      { ...common, name: 'day', columnType: 'Dateonly', databaseType: 'date' },
      { ...common, name: 'note', columnType: 'String', databaseType: 'varchar', maxLength: 20 },
      { ...common, name: 'doc', columnType: 'Json', databaseType: 'json' },
    ],
    primaryKey: isView ? [] : ['day'],
    // Its key does not hold for all rows.
    ...(!isView && { hasInheritors: true }),
    uniqueKeys: [],
    foreignKeys: [],
  }
}

function list(dialect: Dialect, more: Partial<Scan> = {}): Printed {
  const context = createContext(dialect)
  const scan: Scan = {
    select: { collection: 'orders', columns: ['id'], joins: [] },
    orderBy: [],
    ...more,
  }
  const shape = listShape(context, scan)
  return printed(compileList(context, scan, shape), shape.values)
}

/** The condition alone and its values. */
function where(dialect: Dialect, tree: ConditionTree): Printed {
  const [text, ...values] = list(dialect, { where: tree })
  return [text.split(' where ')[1]?.replaceAll(/["`]t0["`]\./g, '') ?? '', ...values]
}

function aggregate(
  dialect: Dialect,
  scan: Omit<AggregateScan, 'select'>,
  offsets: readonly ZoneOffset[] = [],
  isGuarded = false,
): Printed {
  const context = createContext(dialect)
  const query = {
    scan: { ...scan, select: { collection: 'orders', columns: [], joins: [toCustomer] } },
    timezone: 'Europe/Paris',
    offsets: new Map(offsets.length > 0 ? [['created', offsets]] : []),
    isGuarded,
  }
  const shape = aggregateShape(context, query)
  return printed(compileAggregate(context, query, shape), shape.values)
}

describe('compileList', () => {
  const page = {
    select: { collection: 'orders', columns: ['id', 'total'], joins: [toCustomer] },
    orderBy: [
      { field: 'created', ascending: false },
      { field: 'id', ascending: true },
    ],
    page: { skip: 30, limit: 15 },
  }

  it('cuts a page before it joins two levels of relations, with one statement', () => {
    expect(list(postgres, page)).toEqual([
      'select "t0"."id", "t0"."total", "t1"."name", "t2"."name", "t2"."id", "t1"."id" from (select "t0"."id", "t0"."total", "t0"."created", "t0"."customer_id" from "orders" as "t0" order by "t0"."created" desc, "t0"."id" limit $1 offset $2) as "t0" left join "customers" as "t1" on "t1"."id" = "t0"."customer_id" left join "countries" as "t2" on "t2"."id" = "t1"."country_id" order by "t0"."created" desc, "t0"."id"',
      15,
      30,
    ])
    expect(list(dialects.mysql, page)[0]).toMatch(
      /^select `t0`\.`id`.* from \(select .* limit \? offset \?\) as `t0` left join `customers` as `t1` on /,
    )
    expect(list(mssql, page)[0]).toMatch(/ offset @1 rows fetch next @2 rows only\) as "t0" /)
  })

  it('joins first when the page depends on a relation', () => {
    const where = { field: 'customer:name', operator: 'Equal', value: 'Ann' } as const
    expect(list(postgres, { ...page, where })[0]).toMatch(
      / from "orders" as "t0" left join "customers" as "t1" on .* where "t1"."name" = \$1 order by .* limit \$2 offset \$3$/,
    )
  })

  it('leaves out the offset of a first page, and names no column twice in the order', () => {
    const orderBy = [
      { field: 'id', ascending: true },
      { field: 'id', ascending: false },
    ]
    expect(list(postgres, { orderBy, page: { skip: 0, limit: 15 } })).toEqual([
      'select "t0"."id" from "orders" as "t0" order by "t0"."id" limit $1',
      15,
    ])
  })

  it('reads only the keys of rows before a deep page', () => {
    const where = { field: 'customer:name', operator: 'Equal', value: 'Ann' } as const
    expect(list(postgres, { ...page, where, page: { skip: 2000, limit: 15 } })[0]).toBe(
      'select "t0"."id", "t0"."total", "t1"."name", "t2"."name", "t2"."id", "t1"."id" from (select "t0"."id" from "orders" as "t0" left join "customers" as "t1" on "t1"."id" = "t0"."customer_id" where "t1"."name" = $1 order by "t0"."created" desc, "t0"."id" limit $2 offset $3) as "k" join "orders" as "t0" on ("t0"."id" = "k"."id") left join "customers" as "t1" on "t1"."id" = "t0"."customer_id" left join "countries" as "t2" on "t2"."id" = "t1"."country_id" order by "t0"."created" desc, "t0"."id"',
    )
  })

  it('walks over no key that is not proven, and orders by all columns then', () => {
    const scan = {
      select: { collection: 'sales', columns: ['day'], joins: [] },
      orderBy: [{ field: 'day', ascending: false }],
      page: { skip: 2000, limit: 15 },
    }
    const compileOrder = (dialect: Dialect, isView: boolean) => {
      const tables = [unkeyedTable(isView)]
      const collections = sqlCollections(
        describeCollections({ tables }, { dialect: dialect.name }, () => {}),
      )
      const shape = listShape({ dialect, collections }, scan)
      const { text } = compileList({ dialect, collections }, scan, shape)
      return text.replaceAll(/["`[]t0["`\]]\./g, '').split(' order by ')[1]
    }
    expect(compileOrder(postgres, true)).toBe('"day" desc, "note", "doc"::text limit $1 offset $2')
    expect(compileOrder(dialects.mysql, true)).toBe(
      '`day` desc, cast(convert(`note` using utf8mb4) as binary), md5(`doc`) limit ? offset ?',
    )
    expect(compileOrder(sqlite, true)).toMatch(
      /^case .* end desc, "day", "note" collate binary, "doc" limit \? offset \?$/,
    )
    expect(compileOrder(sqlite, false)).toMatch(/^case .* end desc, "rowid" limit \? offset \?$/)
    expect(compileOrder(mssql, true)).toMatch(/^"day" desc, cast\("note" .* collate/)
  })

  it('restricts a join in its on clause', () => {
    const restricted = {
      ...toCustomer,
      where: { field: 'name', operator: 'Equal', value: 'Ann' } as const,
    }
    const select = { collection: 'orders', columns: ['id'], joins: [restricted] }
    expect(list(postgres, { select })).toEqual([
      'select "t0"."id", "t1"."name", "t2"."name", "t2"."id", "t1"."id" from "orders" as "t0" left join "customers" as "t1" on ("t1"."id" = "t0"."customer_id" and "t1"."name" = $1) left join "countries" as "t2" on "t2"."id" = "t1"."country_id"',
      'Ann',
    ])
  })

  it('nests the joins a restriction goes through', () => {
    const restricted = {
      ...toCustomer,
      where: { field: 'country:name', operator: 'Equal', value: 'Chad' } as const,
    }
    const select = { collection: 'orders', columns: ['id'], joins: [restricted] }
    expect(list(postgres, { select })[0]).toContain(
      'left join ("customers" as "t1" left join "countries" as "t2" on "t2"."id" = "t1"."country_id") on ("t1"."id" = "t0"."customer_id" and "t2"."name" = $1)',
    )
  })

  it('names a table with quotes in it safely', () => {
    const collections = sampleTables('postgres')
    const orders = collections.get('orders') as SqlCollection
    const odd = { ...orders, table: { ...orders.table, schema: 'a"b', name: 'x"; drop table y' } }
    const context = { dialect: postgres, collections: new Map([['orders', odd]]) }
    const scan: Scan = { select: { collection: 'orders', columns: ['id'], joins: [] }, orderBy: [] }
    expect(compileList(context, scan, listShape(context, scan)).text).toBe(
      'select "t0"."id" from "a""b"."x""; drop table y" as "t0"',
    )
  })
})

describe('keyset paging', () => {
  const after = (dialect: Dialect, orderBy: Scan['orderBy'], values: unknown[]) => {
    const [text, ...bound] = list(dialect, { orderBy, after: values })
    return [
      text.replace(/^.* where (.*) order by .*$/, '$1').replaceAll(/["`]t0["`]\./g, ''),
      ...bound,
    ]
  }
  const created = { field: 'created', ascending: true }
  const id = { field: 'id', ascending: true }
  const total = { field: 'total', ascending: true }
  const at = '2024-01-01T00:00:00.000Z'

  it('compares rows where all keys have the same direction and none is null', () => {
    expect(after(postgres, [created, id], [at, 7])).toEqual([
      '("created", "id") > ($1, $2)',
      at,
      '7',
    ])
    const down = [created, id].map(clause => ({ ...clause, ascending: false }))
    expect(after(postgres, down, [at, 7])[0]).toBe('("created", "id") < ($1, $2)')
  })

  it('spells the comparison out where rows cannot be compared', () => {
    expect(after(postgres, [created, { ...id, ascending: false }], [at, 7])[0]).toBe(
      '(("created" > $1) or ("created" = $2 and "id" < $3))',
    )
    expect(after(dialects.mysql, [created, id], [at, 7])[0]).toBe(
      '((`created` > ?) or (`created` = ? and `id` > cast(? as signed)))',
    )
  })

  it('puts nulls where the database sorts them', () => {
    expect(after(postgres, [total, id], [5, 7])[0]).toBe(
      '((("total" > $1 or "total" is null)) or ("total" = $2 and "id" > $3))',
    )
    expect(after(postgres, [total, id], [null, 7])[0]).toBe('(("total" is null and "id" > $1))')
    expect(after(sqlite, [total, id], [null, 7])[0]).toBe(
      '(("total" is not null) or ("total" is null and "id" > ?))',
    )
    expect(after(sqlite, [total, id], [5, 7])[0]).toBe(
      '(("total" > ?) or ("total" = ? and "id" > ?))',
    )
  })
})

describe('conditions', () => {
  const leaf = (field: string, operator: string, value?: unknown) =>
    ({ field, operator, value }) as ConditionTree

  it('makes equality of text exact on every database', () => {
    const tree = leaf('reference', 'Equal', 'a')
    expect(where(postgres, tree)).toEqual(['"reference" = $1', 'a'])
    expect(where(dialects.mysql, tree)).toEqual([
      '(`reference` = ? and cast(convert(`reference` using utf8mb4) as binary) = cast(? as binary))',
      'a',
      'a',
    ])
    expect(where(sqlite, tree)).toEqual(['"reference" collate binary = ?', 'a'])
  })

  it('binds a list as one array, or padded to a power of two', () => {
    const tree = leaf('id', 'In', [1, 2, 3])
    expect(where(postgres, tree)).toEqual(['"id" = any($1)', ['1', '2', '3']])
    expect(where(dialects.mysql, tree)).toEqual([
      '`id` in (cast(? as signed), cast(? as signed), cast(? as signed), cast(? as signed))',
      '1',
      '2',
      '3',
      '3',
    ])
    expect(where(sqlite, tree)).toEqual(['"id" in (?, ?, ?, ?)', 1n, 2n, 3n, 3n])
  })

  it('handles null in equality and lists', () => {
    expect(where(postgres, leaf('total', 'Equal', null))).toEqual(['"total" is null'])
    expect(where(postgres, leaf('total', 'NotEqual', null))).toEqual(['"total" is not null'])
    expect(where(postgres, leaf('total', 'NotEqual', 5))).toEqual([
      '(not ("total" = $1) or "total" is null)',
      '5',
    ])
    expect(where(postgres, leaf('id', 'In', [null, 1]))[0]).toBe('("id" = any($1) or "id" is null)')
    expect(where(postgres, leaf('id', 'In', [null]))[0]).toBe('"id" is null')
    expect(where(postgres, leaf('id', 'NotIn', [null, 1]))[0]).toBe(
      '(not ("id" = any($1)) and "id" is not null)',
    )
    expect(where(postgres, leaf('id', 'NotIn', [1]))[0]).toBe(
      '(not ("id" = any($1)) or "id" is null)',
    )
    expect(where(postgres, leaf('id', 'In', []))[0]).toBe('1 = 0')
    expect(where(postgres, leaf('id', 'NotIn', []))[0]).toBe('1 = 1')
  })

  it('compares a column with what its type cannot hold', () => {
    expect(where(postgres, leaf('id', 'GreaterThan', 1.5))[0]).toBe('"id" > $1::numeric')
    expect(where(postgres, leaf('id', 'Equal', 3_000_000_000))[0]).toBe('"id" = $1::numeric')
    expect(where(postgres, leaf('id', 'In', [1, 2.5]))[0]).toBe('"id" = any($1::numeric[])')
    expect(where(postgres, leaf('status', 'Equal', 'lost'))[0]).toBe('"status"::text = $1')
    expect(where(dialects.mysql, leaf('id', 'LessThan', 1.5))[0]).toBe(
      '`id` < cast(? as decimal(65, 10))',
    )
    expect(where(dialects.mysql, leaf('weight', 'LessThan', 1.5))[0]).toBe('`weight` < ?')
  })

  it('escapes wildcards of user text as each database requires', () => {
    const tree = leaf('reference', 'Contains', '50%_[*]\\!')
    expect(where(postgres, tree)).toEqual(['"reference" like $1', '%50\\%\\_[*]\\\\!%'])
    expect(where(dialects.mysql, tree)).toEqual([
      "convert(`reference` using utf8mb4) collate utf8mb4_bin like ? escape '!'",
      '%50!%!_[*]\\!!%',
    ])
    expect(where(sqlite, tree)).toEqual(['"reference" glob ?', '*50%_[[][*]]\\!*'])
    expect(where(sqlite, leaf('reference', 'IContains', '50%'))).toEqual([
      `"reference" like ? escape '\\'`,
      '%50\\%%',
    ])
    expect(where(mssql, leaf('reference', 'StartsWith', '[a]'))[1]).toBe('\\[a]%')
  })

  it('reads a Like pattern whose last character is an escape', () => {
    expect(where(postgres, leaf('reference', 'Like', 'a%\\'))[1]).toBe('a%\\\\')
  })

  it('counts nulls among what does not contain', () => {
    expect(where(postgres, leaf('reference', 'NotIContains', 'a'))[0]).toBe(
      '(not ("reference" ilike $1) or "reference" is null)',
    )
  })

  it('distinguishes empty text from present text', () => {
    expect(where(postgres, leaf('reference', 'Present'))[0]).toBe(
      `("reference" is not null and not ("reference" = ''))`,
    )
    expect(where(dialects.mysql, leaf('reference', 'Present'))[0]).toBe(
      '(`reference` is not null and not (char_length(`reference`) = 0))',
    )
    expect(where(postgres, leaf('total', 'Present'))[0]).toBe('"total" is not null')
  })

  it('compares lengths with whole numbers', () => {
    expect(where(postgres, leaf('reference', 'LongerThan', 2.5))).toEqual([
      'char_length("reference") > $1',
      2,
    ])
    expect(where(postgres, leaf('reference', 'ShorterThan', 2.5))[1]).toBe(3)
    expect(where(postgres, leaf('reference', 'ShorterThan', 1e12))[1]).toBe(2 ** 31 - 1)
  })

  it('means everything by an empty and, nothing by an empty or', () => {
    expect(where(postgres, { aggregator: 'And', conditions: [] })[0]).toBe('1 = 1')
    expect(where(postgres, { aggregator: 'Or', conditions: [] })[0]).toBe('1 = 0')
  })

  it('compares dates of SQLite in one form', () => {
    const [text, operand] = where(sqlite, leaf('created', 'LessThan', '2024-01-01T00:00:00.000Z'))
    expect(text).toMatch(/^case typeof\("created"\) when 'integer' then .* < \?$/)
    expect(operand).toBe('2024-01-01T00:00:00.000')
  })
})

describe('compileAggregate', () => {
  const byMonth = {
    aggregation: {
      operation: 'Sum',
      field: 'total',
      groups: [{ field: 'created', operation: 'Month' }],
    },
    limit: 5,
  } as const

  it('counts without joins that nothing reads', () => {
    expect(aggregate(postgres, { aggregation: { operation: 'Count' } })).toEqual([
      'select count(*) from "orders" as "t0"',
    ])
  })

  it('truncates local dates in PostgreSQL', () => {
    expect(aggregate(postgres, byMonth)).toEqual([
      `select sum("p"."v") as "value", "p"."g0" from (select date_trunc('month', "r"."g0"::timestamp) as "g0", "r"."v" from (select ("t0"."created" at time zone $1) as "g0", "t0"."total" as "v" from "orders" as "t0") as "r") as "p" group by "p"."g0" order by sum("p"."v") desc nulls last, "p"."g0" limit $2`,
      'Europe/Paris',
      5,
    ])
  })

  it('gives dates near the limits of PostgreSQL no period when it is told to', () => {
    const guarded = `case when ("t0"."created" < '4712-01-01 BC' and "t0"."created" > '-infinity') or ("t0"."created" >= '294276-01-01' and "t0"."created" < 'infinity') then null else "t0"."created" end`
    const [plain] = aggregate(postgres, byMonth)
    expect(aggregate(postgres, byMonth, [], true)).toEqual([
      plain.replace('"t0"."created" at time zone', `${guarded} at time zone`),
      'Europe/Paris',
      5,
    ])
  })

  it('shifts instants by the offsets in force where zones have no names', () => {
    const offsets = [
      { from: new Date('2024-01-01T00:00:00.000Z'), offsetSeconds: 3600 },
      { from: new Date('2024-03-31T01:00:00.000Z'), offsetSeconds: 7200 },
    ]
    expect(aggregate(dialects.mysql, byMonth, offsets)).toEqual([
      "select sum(`p`.`v`) as `value`, `p`.`g0` from (select date_format(`r`.`g0`, '%Y-%m-01') as `g0`, `r`.`v` from (select timestampadd(second, case when `t0`.`created` < ? then ? else ? end, `t0`.`created`) as `g0`, `t0`.`total` as `v` from `orders` as `t0`) as `r`) as `p` group by `p`.`g0` order by sum(`p`.`v`) desc, `p`.`g0` limit ?",
      offsets[1]?.from,
      3600,
      7200,
      5,
    ])
  })

  it('averages without the rounding of decimals', () => {
    const average = { aggregation: { operation: 'Avg', field: 'total' } } as const
    expect(aggregate(dialects.mysql, average)[0]).toBe(
      'select (sum(`t0`.`total`) + 0e0) / count(`t0`.`total`) from `orders` as `t0`',
    )
    expect(aggregate(postgres, average)[0]).toBe(
      'select avg("t0"."total")::float8 from "orders" as "t0"',
    )
  })

  it('joins what a group goes through', () => {
    const [text] = aggregate(postgres, {
      aggregation: { operation: 'Count', groups: [{ field: 'customer:country:name' }] },
    })
    expect(text).toContain('left join "customers" as "t1"')
    expect(text).toContain('"t2"."name" as "g0"')
  })
})

describe('writes', () => {
  const insert = (dialect: Dialect, columns: readonly string[], rows: readonly Row[]) => {
    const context = createContext(dialect)
    const collection = context.collections.get('customers') as SqlCollection
    const query = { collection, columns, rows }
    const shape = insertShape(context, query)
    return printed(compileInsert(context, query, shape), shape.values)
  }
  const write = (dialect: Dialect, patch?: Row) => {
    const context = createContext(dialect)
    const collection = context.collections.get('customers') as SqlCollection
    const query = {
      collection,
      where: { field: 'id', operator: 'Equal', value: 1 } as const,
      patch,
      select: { collection: 'customers', columns: [], joins: [] },
    }
    const shape = writeShape(context, query)
    return printed(compileWrite(context, query, shape), shape.values)
  }

  it('inserts several rows with one statement that returns them', () => {
    const rows = [
      { id: 1, name: 'a' },
      { id: 2, name: null },
    ]
    expect(insert(postgres, ['id', 'name'], rows)).toEqual([
      'insert into "customers" ("id", "name") values ($1, $2), ($3, $4) returning "id", "name", "country_id"',
      '1',
      'a',
      '2',
      null,
    ])
    expect(insert(mariadb, ['id'], [{ id: 1 }])[0]).toBe(
      'insert into `customers` (`id`) values (?) returning `id`, `name`, `country_id`',
    )
    expect(insert(dialects.mysql, ['id'], [{ id: 1 }])[0]).toBe(
      'insert into `customers` (`id`) values (?)',
    )
  })

  it('reads values of an inserted row from where they are', () => {
    const context = createContext(postgres)
    const where = { field: 'name', operator: 'Equal', value: 'France' } as const
    const query = {
      collection: context.collections.get('customers') as SqlCollection,
      columns: ['name', 'country_id'],
      rows: [{ name: 'a' }],
      read: new Map([['country_id', { collection: 'countries', column: 'id', where }]]),
    }
    const shape = insertShape(context, query)
    expect(printed(compileInsert(context, query, shape), shape.values)).toEqual([
      'insert into "customers" ("name", "country_id") values ($1, (select "t0"."id" from "countries" as "t0" where "t0"."name" = $2)) returning "id", "name", "country_id"',
      'a',
      'France',
    ])
  })

  it('updates in a with clause to read what the update leaves', () => {
    const context = createContext(postgres)
    const query = {
      collection: context.collections.get('orders') as SqlCollection,
      where: { field: 'id', operator: 'Equal', value: 1 } as const,
      patch: { total: 5 },
      select: { collection: 'orders', columns: ['total'], joins: [toCustomer] },
    }
    const shape = updateAndListShape(context, query)
    const compiled = compileUpdateAndList(context, postgres.updateReturning!, query, shape)
    expect(printed(compiled, shape.values)).toEqual([
      'with "u" as (update "orders" as "t0" set "total" = $1 where "t0"."id" = $2 returning "t0"."total", "t0"."customer_id", "t0"."id") ' +
        'select "t0"."total", "t1"."name", "t2"."name", "t2"."id", "t1"."id", case when "t0"."id" = $3 then 1 end ' +
        'from "u" as "t0" left join "customers" as "t1" on "t1"."id" = "t0"."customer_id" left join "countries" as "t2" on "t2"."id" = "t1"."country_id"',
      '5',
      '1',
      '1',
    ])
  })

  it('inserts a row of defaults', () => {
    expect(insert(postgres, [], [{}])[0]).toBe(
      'insert into "customers" default values returning "id", "name", "country_id"',
    )
    expect(insert(dialects.mysql, [], [{}])[0]).toBe('insert into `customers` () values ()')
  })

  it('updates and deletes under one alias', () => {
    expect(write(postgres, { name: 'b' })).toEqual([
      'update "customers" as "t0" set "name" = $1 where "t0"."id" = $2',
      'b',
      '1',
    ])
    expect(write(postgres)[0]).toBe('delete from "customers" as "t0" where "t0"."id" = $1')
    expect(write(dialects.mysql)[0]).toBe(
      'delete `t0` from `customers` as `t0` where `t0`.`id` = cast(? as signed)',
    )
    expect(write(mssql, { name: 'b' })[0]).toMatch(
      /^update "t0" set "name" = @1 from "customers" as "t0" where /,
    )
  })
})
