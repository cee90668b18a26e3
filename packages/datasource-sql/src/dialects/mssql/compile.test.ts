import type {
  AggregateScan,
  ConditionTree,
  Operator,
  Row,
  Scan,
  ZoneOffset,
} from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { type SqlCollection, sqlCollections } from '../../collection.js'
import { aggregateShape, compileAggregate } from '../../compile/compile-aggregate.js'
import { compileList, listShape } from '../../compile/compile-list.js'
import {
  compileInsert,
  compileWrite,
  insertShape,
  writeShape,
} from '../../compile/compile-write.js'
import { bind, type SqlText } from '../../compile/slots.js'
import { describeCollections } from '../../introspect/describe-collections.js'
import type { ColumnInfo, TableInfo } from '../../introspect/introspection.js'
import { column } from '../../testing/sample-tables.js'
import { mssql } from './dialect.js'

const customers: TableInfo = {
  schema: 'dbo',
  name: 'Customers',
  isView: false,
  columns: [
    column('Id', 'Number', 'int', { allowNull: false }),
    column('Name', 'String', 'nvarchar', { maxLength: 40 }),
  ],
  primaryKey: ['Id'],
  uniqueKeys: [],
  foreignKeys: [],
}

const orders: TableInfo = {
  schema: 'sales',
  name: 'Order]s',
  isView: false,
  columns: [
    column('Id', 'Number', 'int', { allowNull: false, isGenerated: true, isAutoIncrement: true }),
    column('CustomerId', 'Number', 'int'),
    column('Code', 'String', 'varchar', { maxLength: 12 }),
    column('Text', 'String', 'varchar'),
    column('Country', 'String', 'nchar', { maxLength: 2 }),
    column('Total', 'Number', 'decimal'),
    column('Weight', 'Number', 'real'),
    column('IsPaid', 'Boolean', 'bit'),
    column('Token', 'Uuid', 'uniqueidentifier'),
    column('Day', 'Dateonly', 'date'),
    column('At', 'Time', 'time'),
    column('Old', 'Date', 'datetime'),
    column('Small', 'Date', 'smalldatetime'),
    column('Created', 'Date', 'datetime2'),
    column('Sent', 'Date', 'datetimeoffset'),
    column('File', 'Binary', 'varbinary'),
  ],
  primaryKey: ['Id'],
  uniqueKeys: [],
  foreignKeys: [
    {
      columns: ['CustomerId'],
      targetSchema: 'dbo',
      targetTable: 'Customers',
      targetColumns: ['Id'],
    },
  ],
}

const introspection = { defaultSchema: 'dbo', tables: [customers, orders] }
const collections = sqlCollections(
  describeCollections(introspection, { dialect: 'mssql' }, () => {}),
)
const context = { dialect: mssql, collections }
const ordersCollection = collections.get('sales_Order]s') as SqlCollection

const printed = ({ text, slots }: SqlText, values: readonly unknown[]) => [
  text,
  ...bind(slots, values),
]

const buildScan = (more: Partial<Scan> = {}): Scan => ({
  select: { collection: 'sales_Order]s', columns: ['Id'], joins: [] },
  orderBy: [],
  ...more,
})

function list(more: Partial<Scan>): unknown[] {
  const scan = buildScan(more)
  const shape = listShape(context, scan)
  return printed(compileList(context, scan, shape), shape.values)
}

/** The condition alone, and its values. */
function where(field: string, operator: Operator, value?: unknown): unknown[] {
  const [text, ...values] = list({ where: { field, operator, value } })
  return [String(text).split(' where ')[1]?.replaceAll('"t0".', ''), ...values]
}

function aggregate(scan: Omit<AggregateScan, 'select'>, offsets: ZoneOffset[] = []): unknown[] {
  const query = {
    scan: { ...scan, select: buildScan().select },
    timezone: 'Europe/Paris',
    offsets: new Map((scan.aggregation.groups ?? []).map(({ field }) => [field, offsets])),
  }
  const shape = aggregateShape(context, query)
  return printed(compileAggregate(context, query, shape), shape.values)
}

function insert(rows: readonly Row[]): unknown[] {
  const query = { collection: ordersCollection, columns: Object.keys(rows[0] ?? {}), rows }
  const shape = insertShape(context, query)
  return printed(compileInsert(context, query, shape), shape.values)
}

function write(condition: ConditionTree | undefined, patch?: Row): unknown[] {
  const query = {
    collection: ordersCollection,
    where: condition,
    patch,
    select: buildScan().select,
  }
  const shape = writeShape(context, query)
  return printed(compileWrite(context, query, shape), shape.values)
}

const byCreation = [
  { field: 'Created', ascending: false },
  { field: 'Id', ascending: true },
]
const byTotal = [
  { field: 'Total', ascending: true },
  { field: 'Id', ascending: true },
]
const withCustomer: Scan['select'] = {
  collection: 'sales_Order]s',
  columns: ['Id', 'Total'],
  joins: [
    {
      as: 'customer',
      on: [{ from: 'CustomerId', to: 'Id' }],
      node: { collection: 'Customers', columns: ['Name'], joins: [] },
    },
  ],
}

describe('lists of SQL Server', () => {
  it('page with offset and fetch, which need an order', () => {
    expect(list({})).toMatchInlineSnapshot(`
      [
        "select "t0"."Id" from "sales"."Order]s" as "t0"",
      ]
    `)
    expect(list({ page: { skip: 0, limit: 15 } })).toMatchInlineSnapshot(`
      [
        "select "t0"."Id" from "sales"."Order]s" as "t0" order by (select null) offset 0 rows fetch next @1 rows only",
        15,
      ]
    `)
    expect(list({ page: { skip: 30, limit: 15 }, orderBy: byCreation })).toMatchInlineSnapshot(`
      [
        "select "t0"."Id" from "sales"."Order]s" as "t0" order by "t0"."Created" desc, "t0"."Id" offset @1 rows fetch next @2 rows only",
        30,
        15,
      ]
    `)
  })

  it('name a column once in the order', () => {
    const orderBy = [...byCreation, { field: 'Created', ascending: true }]
    expect(list({ orderBy })).toMatchInlineSnapshot(`
      [
        "select "t0"."Id" from "sales"."Order]s" as "t0" order by "t0"."Created" desc, "t0"."Id"",
      ]
    `)
  })

  it('read the keys of a deep page first', () => {
    expect(list({ page: { skip: 5000, limit: 15 }, orderBy: byCreation })).toMatchInlineSnapshot(`
      [
        "select "t0"."Id" from (select "t0"."Id" from "sales"."Order]s" as "t0" order by "t0"."Created" desc, "t0"."Id" offset @1 rows fetch next @2 rows only) as "k" join "sales"."Order]s" as "t0" on ("t0"."Id" = "k"."Id") order by "t0"."Created" desc, "t0"."Id"",
        5000,
        15,
      ]
    `)
  })

  it('continue after a key, nulls first', () => {
    expect(list({ after: ['4.5', 4], orderBy: byTotal })).toMatchInlineSnapshot(`
      [
        "select "t0"."Id" from "sales"."Order]s" as "t0" where (("t0"."Total" > @1) or ("t0"."Total" = @2 and "t0"."Id" > @3)) order by "t0"."Total", "t0"."Id"",
        "4.5",
        "4.5",
        "4",
      ]
    `)
    expect(list({ after: [null, 4], orderBy: byTotal })).toMatchInlineSnapshot(`
      [
        "select "t0"."Id" from "sales"."Order]s" as "t0" where (("t0"."Total" is not null) or ("t0"."Total" is null and "t0"."Id" > @1)) order by "t0"."Total", "t0"."Id"",
        "4",
      ]
    `)
  })

  it('join relations and read decimals as text', () => {
    const orderBy = [{ field: 'customer:Name', ascending: true }]
    expect(list({ select: withCustomer, orderBy })).toMatchInlineSnapshot(`
      [
        "select "t0"."Id", convert(varchar(50), "t0"."Total", 2), "t1"."Name", "t1"."Id" from "sales"."Order]s" as "t0" left join "dbo"."Customers" as "t1" on "t1"."Id" = "t0"."CustomerId" order by "t1"."Name"",
      ]
    `)
  })
})

describe('conditions of SQL Server', () => {
  it('compare text exactly, by an index where there is one', () => {
    expect(where('Code', 'Equal', 'a ')).toMatchInlineSnapshot(`
      [
        "("Code" = cast(@1 as varchar(8000)) and cast(cast("Code" as nvarchar(max)) as varbinary(max)) = cast(cast(@2 as nvarchar(max)) as varbinary(max)))",
        "a ",
        "a ",
      ]
    `)
    expect(where('Text', 'Equal', 'a')).toMatchInlineSnapshot(`
      [
        "("Text" = cast(@1 as varchar(max)) and cast(cast("Text" as nvarchar(max)) as varbinary(max)) = cast(cast(@2 as nvarchar(max)) as varbinary(max)))",
        "a",
        "a",
      ]
    `)
    expect(where('Country', 'Equal', 'FR')).toMatchInlineSnapshot(`
      [
        "("Country" = @1 and cast(cast(rtrim("Country") as nvarchar(max)) as varbinary(max)) = cast(cast(@2 as nvarchar(max)) as varbinary(max)))",
        "FR",
        "FR",
      ]
    `)
    expect(where('Code', 'NotEqual', 'a')).toMatchInlineSnapshot(`
      [
        "(not (("Code" = cast(@1 as varchar(8000)) and cast(cast("Code" as nvarchar(max)) as varbinary(max)) = cast(cast(@2 as nvarchar(max)) as varbinary(max)))) or "Code" is null)",
        "a",
        "a",
      ]
    `)
  })

  it('compare with lists, null in them or not', () => {
    expect(where('Id', 'In', [1, 2, 3])).toMatchInlineSnapshot(`
      [
        ""Id" in (cast(@1 as bigint), cast(@2 as bigint), cast(@3 as bigint), cast(@4 as bigint))",
        "1",
        "2",
        "3",
        "3",
      ]
    `)
    expect(where('Id', 'In', [])).toMatchInlineSnapshot(`
      [
        "1 = 0",
      ]
    `)
    expect(where('Id', 'NotIn', [])).toMatchInlineSnapshot(`
      [
        "1 = 1",
      ]
    `)
    expect(where('Code', 'In', ['a', null])).toMatchInlineSnapshot(`
      [
        "(("Code" in (cast(@1 as varchar(8000))) and cast(cast("Code" as nvarchar(max)) as varbinary(max)) in (cast(cast(@2 as nvarchar(max)) as varbinary(max)))) or "Code" is null)",
        "a",
        "a",
      ]
    `)
    expect(where('Id', 'NotIn', [1, null])).toMatchInlineSnapshot(`
      [
        "(not ("Id" in (cast(@1 as bigint))) and "Id" is not null)",
        "1",
      ]
    `)
  })

  it('escape brackets too in patterns', () => {
    expect(where('Code', 'Contains', '50%_[x]\\')).toMatchInlineSnapshot(`
      [
        "cast("Code" as nvarchar(max)) collate Latin1_General_100_BIN2 like @1 escape '\\'",
        "%50\\%\\_\\[x]\\\\%",
      ]
    `)
    expect(where('Code', 'Like', 'a%')).toMatchInlineSnapshot(`
      [
        "cast("Code" as nvarchar(max)) collate Latin1_General_100_BIN2 like @1 escape '\\'",
        "a%",
      ]
    `)
    expect(where('Country', 'IStartsWith', 'É')).toMatchInlineSnapshot(`
      [
        "lower(cast(rtrim("Country") as nvarchar(max))) collate Latin1_General_100_BIN2 like lower(@1) escape '\\'",
        "É%",
      ]
    `)
    expect(where('Code', 'NotIContains', 'x')).toMatchInlineSnapshot(`
      [
        "(not (lower(cast("Code" as nvarchar(max))) collate Latin1_General_100_BIN2 like lower(@1) escape '\\') or "Code" is null)",
        "%x%",
      ]
    `)
  })

  it('count trailing blanks', () => {
    expect(where('Code', 'LongerThan', 3)).toMatchInlineSnapshot(`
      [
        "(len(cast("Code" as nvarchar(max)) collate Latin1_General_100_CI_AS_SC + N'.') - 1) > @1",
        3,
      ]
    `)
    expect(where('Code', 'Present')).toMatchInlineSnapshot(`
      [
        "("Code" is not null and not (datalength("Code") = 0))",
      ]
    `)
    expect(where('Id', 'Missing')).toMatchInlineSnapshot(`
      [
        ""Id" is null",
      ]
    `)
  })

  it('cast numbers to a type that holds them', () => {
    expect(where('Id', 'Equal', 4)).toMatchInlineSnapshot(`
      [
        ""Id" = cast(@1 as bigint)",
        "4",
      ]
    `)
    expect(where('Id', 'LessThan', 4.5)).toMatchInlineSnapshot(`
      [
        ""Id" < cast(@1 as decimal(38, 10))",
        "4.5",
      ]
    `)
    expect(where('Id', 'LessThan', '9223372036854775808')).toMatchInlineSnapshot(`
      [
        ""Id" < cast(@1 as decimal(38, 10))",
        "9223372036854775808",
      ]
    `)
    expect(where('Total', 'Equal', '12345678901234567890.25')).toMatchInlineSnapshot(`
      [
        ""Total" = cast(@1 as decimal(38, 10))",
        "12345678901234567890.25",
      ]
    `)
    expect(where('Total', 'Equal', '0.12345678901234')).toMatchInlineSnapshot(`
      [
        ""Total" = cast(@1 as decimal(38, 20))",
        "0.12345678901234",
      ]
    `)
    expect(where('Total', 'LessThan', 1e30)).toMatchInlineSnapshot(`
      [
        ""Total" < cast(@1 as float)",
        "1e+30",
      ]
    `)
    expect(where('Weight', 'Equal', 0.1)).toMatchInlineSnapshot(`
      [
        ""Weight" = cast(@1 as real)",
        "0.1",
      ]
    `)
  })

  it('keep the precision of dates', () => {
    const instant = '2020-01-01T10:00:20.123456Z'
    expect(where('Old', 'Equal', instant)).toMatchInlineSnapshot(`
      [
        ""Old" = cast(@1 as datetime)",
        "2020-01-01T10:00:20.123",
      ]
    `)
    expect(where('Small', 'LessThan', instant)).toMatchInlineSnapshot(`
      [
        ""Small" < cast(@1 as datetime2(7))",
        "2020-01-01T10:00:20.123",
      ]
    `)
    expect(where('Created', 'LessThan', instant)).toMatchInlineSnapshot(`
      [
        ""Created" < cast(@1 as datetime2(7))",
        "2020-01-01T10:00:20.123456",
      ]
    `)
    expect(where('Sent', 'GreaterThanOrEqual', instant)).toMatchInlineSnapshot(`
      [
        ""Sent" >= cast(@1 as datetimeoffset(7))",
        "2020-01-01T10:00:20.123456Z",
      ]
    `)
    expect(where('Day', 'LessThan', '2020-01-01')).toMatchInlineSnapshot(`
      [
        ""Day" < @1",
        "2020-01-01",
      ]
    `)
    expect(where('At', 'GreaterThan', '10:00:00.5')).toMatchInlineSnapshot(`
      [
        ""At" > @1",
        "10:00:00.5",
      ]
    `)
  })

  it('bind bits as bits', () => {
    expect(where('IsPaid', 'Equal', true)).toMatchInlineSnapshot(`
      [
        ""IsPaid" = @1",
        true,
      ]
    `)
    expect(where('IsPaid', 'NotEqual', null)).toMatchInlineSnapshot(`
      [
        ""IsPaid" is not null",
      ]
    `)
  })
})

describe('aggregates of SQL Server', () => {
  const winter = { from: new Date('2020-10-25T01:00:00Z'), offsetSeconds: 3600 }
  const summer = { from: new Date('2020-03-29T01:00:00Z'), offsetSeconds: 7200 }
  const perPeriod = (operation: 'Year' | 'Quarter' | 'Month' | 'Week' | 'Day') =>
    aggregate({ aggregation: { operation: 'Count', groups: [{ field: 'Created', operation }] } }, [
      winter,
    ])

  it('sum whole numbers without overflow and average them without rounding', () => {
    const total = (operation: 'Sum' | 'Avg', field: string) =>
      aggregate({ aggregation: { operation, field } })
    expect(total('Sum', 'CustomerId')).toMatchInlineSnapshot(`
      [
        "select sum(cast("t0"."CustomerId" as decimal(38, 0))) from "sales"."Order]s" as "t0"",
      ]
    `)
    expect(total('Sum', 'Total')).toMatchInlineSnapshot(`
      [
        "select sum("t0"."Total") from "sales"."Order]s" as "t0"",
      ]
    `)
    expect(total('Avg', 'CustomerId')).toMatchInlineSnapshot(`
      [
        "select avg(cast("t0"."CustomerId" as float)) from "sales"."Order]s" as "t0"",
      ]
    `)
  })

  it('group text exactly and cut after the order', () => {
    expect(
      aggregate({ aggregation: { operation: 'Count', groups: [{ field: 'Code' }] }, limit: 5 }),
    ).toMatchInlineSnapshot(`
      [
        "select count(*) as "value", "p"."g0" from (select "r"."g0" from (select cast("t0"."Code" as nvarchar(max)) collate Latin1_General_100_BIN2 + nchar(0) as "g0" from "sales"."Order]s" as "t0") as "r") as "p" group by "p"."g0" order by count(*) desc, "p"."g0" offset 0 rows fetch next @1 rows only",
        5,
      ]
    `)
  })

  it('begin weeks on Monday and quarters on their first day', () => {
    expect(perPeriod('Year')[0]).toMatchInlineSnapshot(
      `"select count(*) as "value", "p"."g0" from (select convert(char(10), datefromparts(year("r"."g0"), 1, 1), 23) as "g0" from (select dateadd(second, @1, cast("t0"."Created" as datetime2(7))) as "g0" from "sales"."Order]s" as "t0") as "r") as "p" group by "p"."g0" order by count(*) desc, "p"."g0""`,
    )
    expect(perPeriod('Quarter')[0]).toMatchInlineSnapshot(
      `"select count(*) as "value", "p"."g0" from (select convert(char(10), datefromparts(year("r"."g0"), datepart(quarter, "r"."g0") * 3 - 2, 1), 23) as "g0" from (select dateadd(second, @1, cast("t0"."Created" as datetime2(7))) as "g0" from "sales"."Order]s" as "t0") as "r") as "p" group by "p"."g0" order by count(*) desc, "p"."g0""`,
    )
    expect(perPeriod('Month')[0]).toMatchInlineSnapshot(
      `"select count(*) as "value", "p"."g0" from (select convert(char(10), datefromparts(year("r"."g0"), month("r"."g0"), 1), 23) as "g0" from (select dateadd(second, @1, cast("t0"."Created" as datetime2(7))) as "g0" from "sales"."Order]s" as "t0") as "r") as "p" group by "p"."g0" order by count(*) desc, "p"."g0""`,
    )
    expect(perPeriod('Week')[0]).toMatchInlineSnapshot(
      `"select count(*) as "value", "p"."g0" from (select convert(char(10), dateadd(day, -(datediff(day, cast('00010101' as date), "r"."g0") % 7), cast("r"."g0" as date)), 23) as "g0" from (select dateadd(second, @1, cast("t0"."Created" as datetime2(7))) as "g0" from "sales"."Order]s" as "t0") as "r") as "p" group by "p"."g0" order by count(*) desc, "p"."g0""`,
    )
    expect(perPeriod('Day')).toMatchInlineSnapshot(`
      [
        "select count(*) as "value", "p"."g0" from (select convert(char(10), cast("r"."g0" as date), 23) as "g0" from (select dateadd(second, @1, cast("t0"."Created" as datetime2(7))) as "g0" from "sales"."Order]s" as "t0") as "r") as "p" group by "p"."g0" order by count(*) desc, "p"."g0"",
        3600,
      ]
    `)
  })

  it('shift instants by the offset in force', () => {
    expect(
      aggregate(
        { aggregation: { operation: 'Count', groups: [{ field: 'Sent', operation: 'Day' }] } },
        [summer, winter],
      ),
    ).toMatchInlineSnapshot(`
      [
        "select count(*) as "value", "p"."g0" from (select convert(char(10), cast("r"."g0" as date), 23) as "g0" from (select dateadd(second, case when cast(switchoffset("t0"."Sent", '+00:00') as datetime2(7)) < cast(cast(@1 as datetimeoffset(7)) as datetime2(7)) then @2 else @3 end, cast(switchoffset("t0"."Sent", '+00:00') as datetime2(7))) as "g0" from "sales"."Order]s" as "t0") as "r") as "p" group by "p"."g0" order by count(*) desc, "p"."g0"",
        2020-10-25T01:00:00.000Z,
        7200,
        3600,
      ]
    `)
  })
})

describe('writes of SQL Server', () => {
  it('answer the key even where a table has triggers', () => {
    const row = {
      Code: 'a',
      Total: '1.5',
      IsPaid: true,
      Created: '2020-01-01T10:00:00.000Z',
      File: new Uint8Array([1]),
    }
    expect(insert([row])).toMatchInlineSnapshot(`
      [
        "declare @keys table ("k0" sql_variant); insert into "sales"."Order]s" ("Code", "Total", "IsPaid", "Created", "File") output "inserted"."Id" into @keys ("k0") values (@1, @2, @3, @4, cast(@5 as varbinary(max))); select "k0" from @keys",
        "a",
        "1.5",
        true,
        "2020-01-01T10:00:00.000",
        {
          "data": [
            1,
          ],
          "type": "Buffer",
        },
      ]
    `)
    expect(insert([{}])).toMatchInlineSnapshot(`
      [
        "declare @keys table ("k0" sql_variant); insert into "sales"."Order]s" output "inserted"."Id" into @keys ("k0") default values; select "k0" from @keys",
      ]
    `)
  })

  it('say that a null is one of bytes', () => {
    expect(
      write({ field: 'Id', operator: 'Equal', value: 4 }, { Code: 'b', File: null }),
    ).toMatchInlineSnapshot(`
      [
        "update "t0" set "Code" = @1, "File" = cast(@2 as varbinary(max)) from "sales"."Order]s" as "t0" where "t0"."Id" = cast(@3 as bigint)",
        "b",
        null,
        "4",
      ]
    `)
  })

  it('delete through the alias', () => {
    expect(write({ field: 'Id', operator: 'Equal', value: 4 })).toMatchInlineSnapshot(`
      [
        "delete "t0" from "sales"."Order]s" as "t0" where "t0"."Id" = cast(@1 as bigint)",
        "4",
      ]
    `)
    expect(write(undefined)).toMatchInlineSnapshot(`
      [
        "delete "t0" from "sales"."Order]s" as "t0" where 1 = 1",
      ]
    `)
  })
})

describe('values of SQL Server', () => {
  const decoded = (name: string, cell: unknown) =>
    mssql.decode(ordersCollection.columns.get(name) as ColumnInfo)?.(cell)
  const fine = (text: string, nanosecondsDelta: number) =>
    Object.assign(new Date(text), { nanosecondsDelta })

  it('have their canonical form', () => {
    expect(decoded('Created', fine('2020-01-01T10:00:00.123Z', 0.0004567))).toBe(
      '2020-01-01T10:00:00.123456Z',
    )
    expect(decoded('Created', fine('2020-01-01T10:00:00.123Z', 0))).toBe('2020-01-01T10:00:00.123Z')
    expect(decoded('Day', new Date('2020-01-01T00:00:00Z'))).toBe('2020-01-01')
    expect(decoded('At', fine('1970-01-01T10:00:00.500Z', 0))).toBe('10:00:00.5')
    expect(decoded('At', fine('1970-01-01T10:00:00.000Z', 0))).toBe('10:00:00')
    expect(decoded('Token', 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11')).toBe(
      'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
    )
    expect(decoded('Weight', Math.fround(0.1))).toBe(0.1)
    expect(decoded('Weight', Math.fround(1 / 3))).toBe(0.33333334)
    expect(decoded('Total', '12345678901234567890.2500')).toBe('12345678901234567890.25')
    expect(decoded('Total', '1.5000')).toBe(1.5)
    expect(decoded('Country', 'F ')).toBe('F')
    expect(decoded('File', Buffer.from([1]))).toEqual(new Uint8Array([1]))
  })
})
