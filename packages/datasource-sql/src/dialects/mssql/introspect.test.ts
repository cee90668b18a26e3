import { describe, expect, it } from 'vitest'
import type { Catalogue } from '../../database.js'
import { introspect } from '../../introspect/introspect.js'
import { type PrintedSql, printSql, type Sql } from '../../sql.js'
import { mssql } from './dialect.js'

const column = (table: string, name: string, type: string | null, more: object = {}) => ({
  currentSchema: 'dbo',
  schema: 'dbo',
  table,
  kind: 'U',
  name,
  declaredType: type ?? 'geography',
  type,
  maxLength: 4,
  isNullable: true,
  isIdentity: false,
  isComputed: false,
  default: null,
  ...more,
})

const columnRows = [
  column('Customers', 'Id', 'int', { isNullable: false, isIdentity: true }),
  column('Customers', 'Name', 'nvarchar', { maxLength: 80, default: "(N'it''s')" }),
  column('Customers', 'Code', 'varchar', { maxLength: 12, isNullable: false }),
  column('Customers', 'Biography', 'nvarchar', { maxLength: -1 }),
  column('Customers', 'Mail', 'nvarchar', { maxLength: 200, declaredType: 'EmailAddress' }),
  column('Customers', 'IsActive', 'bit', { default: '((1))' }),
  column('Customers', 'Visits', 'bigint', { default: '((9007199254740993.))' }),
  column('Customers', 'Balance', 'decimal', { default: '((-1.50))' }),
  column('Customers', 'Price', 'money'),
  column('Customers', 'Token', 'uniqueidentifier', { default: '(newid())' }),
  column('Customers', 'Born', 'date', { default: "('2000-02-29')" }),
  column('Customers', 'WakesAt', 'time'),
  column('Customers', 'CreatedAt', 'datetime2', { default: '(sysutcdatetime())' }),
  column('Customers', 'SeenAt', 'datetimeoffset'),
  column('Customers', 'Picture', 'varbinary', { maxLength: -1 }),
  column('Customers', 'Version', 'timestamp', { maxLength: 8, isNullable: false }),
  column('Customers', 'Initial', 'nvarchar', { maxLength: 2, isComputed: true }),
  column('Customers', 'Place', null),
  column('Customers', 'Notes', 'ntext'),
  column('Orders', 'Number', 'int', { schema: 'sales', isNullable: false }),
  column('Orders', 'CustomerId', 'int', { schema: 'sales' }),
  column('Recent', 'Number', 'int', { schema: 'sales', kind: 'V' }),
]

const keyRows = [
  { schema: 'dbo', table: 'Customers', key: '1', isPrimary: true, column: 'Id' },
  { schema: 'dbo', table: 'Customers', key: '2', isPrimary: false, column: 'Code' },
  { schema: 'dbo', table: 'Customers', key: '2', isPrimary: false, column: 'Name' },
  { schema: 'sales', table: 'Orders', key: '1', isPrimary: true, column: 'Number' },
]

const foreignKeyRows = [
  {
    schema: 'sales',
    table: 'Orders',
    key: '1',
    column: 'CustomerId',
    targetSchema: 'dbo',
    targetTable: 'Customers',
    targetColumn: 'Id',
  },
]

/** SQL Server is not at hand: its answers are given, its questions are recorded. */
function recordedCatalogue(asked: PrintedSql[], columns: object[] = columnRows): Catalogue {
  const answers: object[][] = [columns, keyRows, foreignKeyRows]
  const schemaRows = [
    { name: 'sales', isSystem: false },
    { name: "o'dd", isSystem: false },
    { name: 'sys', isSystem: true },
  ]
  return {
    dialect: 'mssql',
    version: '16.0.1000.6',
    async query<Row extends object>(query: Sql<Row>) {
      const printed = printSql(mssql.syntax, query)
      if (printed.text.includes('as [isSystem]')) return schemaRows as object[] as Row[]
      asked.push(printed)
      return answers[asked.length - 1] as Row[]
    },
  }
}

const plain = { allowNull: true, isGenerated: false, isAutoIncrement: false, hasDefault: false }

describe('introspection of SQL Server', () => {
  it('maps what the catalogue returns', async () => {
    const warnings: string[] = []
    const introspection = await introspect(recordedCatalogue([]), {}, (_, message) => {
      warnings.push(message)
    })
    const withDefault = { ...plain, hasDefault: true }
    expect(introspection).toEqual({
      defaultSchema: 'dbo',
      tables: [
        {
          schema: 'dbo',
          name: 'Customers',
          isView: false,
          primaryKey: ['Id'],
          uniqueKeys: [['Code', 'Name']],
          foreignKeys: [],
          columns: [
            {
              ...withDefault,
              name: 'Id',
              columnType: 'Number',
              databaseType: 'int',
              allowNull: false,
              isGenerated: true,
              isAutoIncrement: true,
            },
            {
              ...withDefault,
              name: 'Name',
              columnType: 'String',
              databaseType: 'nvarchar',
              defaultValue: "it's",
              maxLength: 40,
            },
            {
              ...plain,
              name: 'Code',
              columnType: 'String',
              databaseType: 'varchar',
              allowNull: false,
              maxLength: 12,
            },
            { ...plain, name: 'Biography', columnType: 'String', databaseType: 'nvarchar' },
            {
              ...plain,
              name: 'Mail',
              columnType: 'String',
              databaseType: 'nvarchar',
              maxLength: 100,
            },
            {
              ...withDefault,
              name: 'IsActive',
              columnType: 'Boolean',
              databaseType: 'bit',
              defaultValue: true,
            },
            {
              ...withDefault,
              name: 'Visits',
              columnType: 'Number',
              databaseType: 'bigint',
              defaultValue: '9007199254740993',
            },
            {
              ...withDefault,
              name: 'Balance',
              columnType: 'Number',
              databaseType: 'decimal',
              defaultValue: -1.5,
            },
            { ...plain, name: 'Price', columnType: 'Number', databaseType: 'money' },
            {
              ...withDefault,
              name: 'Token',
              columnType: 'Uuid',
              databaseType: 'uniqueidentifier',
            },
            {
              ...withDefault,
              name: 'Born',
              columnType: 'Dateonly',
              databaseType: 'date',
              defaultValue: '2000-02-29',
            },
            { ...plain, name: 'WakesAt', columnType: 'Time', databaseType: 'time' },
            { ...withDefault, name: 'CreatedAt', columnType: 'Date', databaseType: 'datetime2' },
            { ...plain, name: 'SeenAt', columnType: 'Date', databaseType: 'datetimeoffset' },
            { ...plain, name: 'Picture', columnType: 'Binary', databaseType: 'varbinary' },
            {
              ...plain,
              name: 'Version',
              columnType: 'Binary',
              databaseType: 'timestamp',
              allowNull: false,
              isGenerated: true,
            },
            {
              ...plain,
              name: 'Initial',
              columnType: 'String',
              databaseType: 'nvarchar',
              isGenerated: true,
              maxLength: 1,
            },
          ],
        },
        {
          schema: 'sales',
          name: 'Orders',
          isView: false,
          primaryKey: ['Number'],
          uniqueKeys: [],
          foreignKeys: [
            {
              columns: ['CustomerId'],
              targetSchema: 'dbo',
              targetTable: 'Customers',
              targetColumns: ['Id'],
            },
          ],
          columns: [
            {
              ...plain,
              name: 'Number',
              columnType: 'Number',
              databaseType: 'int',
              allowNull: false,
            },
            { ...plain, name: 'CustomerId', columnType: 'Number', databaseType: 'int' },
          ],
        },
        {
          schema: 'sales',
          name: 'Recent',
          isView: true,
          primaryKey: [],
          uniqueKeys: [],
          foreignKeys: [],
          columns: [{ ...plain, name: 'Number', columnType: 'Number', databaseType: 'int' }],
        },
      ],
    })
    expect(warnings.map(warning => warning.split('. ')[0])).toEqual([
      "Column 'Place' of 'dbo.Customers' is left out: its type 'geography' is not supported",
      "Column 'Notes' of 'dbo.Customers' is left out: its type 'ntext' is not supported",
    ])
  })

  it('knows what its user may not do', async () => {
    const can = (select: number, insert: number, update: number, remove: number) => ({
      canSelect: select,
      canInsert: insert,
      canUpdate: update,
      canDelete: remove,
    })
    const columns = [
      column('Customers', 'Id', 'int', can(1, 0, 0, 0)),
      column('Customers', 'Name', 'nvarchar', can(1, 0, 1, 0)),
      column('Customers', 'Code', 'varchar', can(0, 0, 0, 0)),
      column('Secrets', 'Id', 'int', can(0, 1, 1, 1)),
    ]
    const warnings: string[] = []
    const { tables } = await introspect(recordedCatalogue([], columns), {}, (_, message) => {
      warnings.push(message)
    })
    expect(tables).toMatchObject([
      {
        name: 'Customers',
        missingPrivileges: ['create', 'delete'],
        columns: [{ name: 'Id', isUnwritable: true }, { name: 'Name' }],
      },
    ])
    expect(tables[0]?.columns[1]?.isUnwritable).toBeUndefined()
    expect(warnings).toEqual([
      "Left out, because the database user may not read them: 'dbo.Secrets'. Grant SELECT to see them.",
      "Column 'Code' of 'dbo.Customers' is left out: the database user may not read it. Grant SELECT on it to see it.",
    ])
  })

  it('runs three queries for the default schema', async () => {
    const asked: PrintedSql[] = []
    await introspect(recordedCatalogue(asked), {}, () => {})
    expect(asked.map(({ parameters }) => parameters)).toEqual([[], [], []])
    expect(asked.map(({ text }) => text.replaceAll(/\s+/g, ' ').trim())).toEqual([
      'select schema_name() as [currentSchema], s.name as [schema], o.name as [table], ' +
        'rtrim(o.type) as [kind], c.name as [name], t.name as [declaredType], b.name as [type], ' +
        'c.max_length as [maxLength], c.is_nullable as [isNullable], ' +
        'c.is_identity as [isIdentity], cast(case when c.is_computed = 1 or ' +
        'c.generated_always_type > 0 then 1 else 0 end as bit) as [isComputed], ' +
        'd.definition as [default], ' +
        "has_perms_by_name(n.name, 'OBJECT', 'SELECT', c.name, 'COLUMN') as [canSelect], " +
        "has_perms_by_name(n.name, 'OBJECT', 'INSERT') as [canInsert], " +
        "has_perms_by_name(n.name, 'OBJECT', 'UPDATE', c.name, 'COLUMN') as [canUpdate], " +
        "has_perms_by_name(n.name, 'OBJECT', 'DELETE') as [canDelete] from sys.objects o " +
        'join sys.schemas s on s.schema_id = o.schema_id ' +
        "cross apply (select quotename(s.name) + '.' + quotename(o.name) as name) n " +
        'join sys.columns c on c.object_id = o.object_id ' +
        'join sys.types t on t.user_type_id = c.user_type_id ' +
        'left join sys.types b on b.user_type_id = c.system_type_id ' +
        'and b.system_type_id = c.system_type_id ' +
        'left join sys.default_constraints d on d.object_id = c.default_object_id ' +
        "where o.type in ('U', 'V') and o.is_ms_shipped = 0 and s.name = schema_name() " +
        'order by s.name, o.name, c.column_id',
      'select s.name as [schema], o.name as [table], cast(i.index_id as varchar(12)) as [key], ' +
        'i.is_primary_key as [isPrimary], c.name as [column] from sys.indexes i ' +
        'join sys.objects o on o.object_id = i.object_id ' +
        'join sys.schemas s on s.schema_id = o.schema_id ' +
        'join sys.index_columns k on k.object_id = i.object_id and k.index_id = i.index_id ' +
        'and k.is_included_column = 0 ' +
        'join sys.columns c on c.object_id = k.object_id and c.column_id = k.column_id ' +
        "where o.type = 'U' and o.is_ms_shipped = 0 and i.is_unique = 1 and i.has_filter = 0 " +
        'and i.is_disabled = 0 and s.name = schema_name() ' +
        'order by s.name, o.name, i.index_id, k.key_ordinal',
      'select s.name as [schema], o.name as [table], cast(f.object_id as varchar(12)) as [key], ' +
        'c.name as [column], ts.name as [targetSchema], t.name as [targetTable], ' +
        'tc.name as [targetColumn] from sys.foreign_keys f ' +
        'join sys.objects o on o.object_id = f.parent_object_id ' +
        'join sys.schemas s on s.schema_id = o.schema_id ' +
        'join sys.objects t on t.object_id = f.referenced_object_id ' +
        'join sys.schemas ts on ts.schema_id = t.schema_id ' +
        'join sys.foreign_key_columns k on k.constraint_object_id = f.object_id ' +
        'join sys.columns c on c.object_id = k.parent_object_id ' +
        'and c.column_id = k.parent_column_id ' +
        'join sys.columns tc on tc.object_id = k.referenced_object_id ' +
        'and tc.column_id = k.referenced_column_id ' +
        'where o.is_ms_shipped = 0 and s.name = schema_name() ' +
        'order by s.name, o.name, f.object_id, k.constraint_column_id',
    ])
  })

  it('binds the names of the requested schemas', async () => {
    const asked: PrintedSql[] = []
    const schemas = ['sales', "o'dd"]
    const { defaultSchema } = await introspect(recordedCatalogue(asked), { schemas }, () => {})
    expect(defaultSchema).toBe('sales')
    for (const { text, parameters } of asked) {
      expect(text).toContain('s.name in (@1, @2)')
      expect(parameters).toEqual(schemas)
    }
  })

  it('rejects a schema that does not exist, in any letter case', async () => {
    const read = (schemas: string[]) => introspect(recordedCatalogue([]), { schemas }, () => {})
    await expect(read(['SALES'])).resolves.toBeDefined()
    await expect(read(['sales', 'slaes'])).rejects.toThrow(
      "The option 'schemas' names 'slaes', which this database does not have. " +
        "Its schemas: sales, o'dd. Did you mean 'sales'?",
    )
  })
})
