import { readFileSync } from 'node:fs'
import type { RelationSchema } from '@service/datasource-toolkit'
import { describe, expect, it } from 'vitest'
import { type CollectionDescription, describeCollections } from './describe-collections.js'
import type { ColumnInfo, ForeignKeyInfo, Introspection, TableInfo } from './introspection.js'

const ignore = () => {}

function column(name: string, more: Partial<ColumnInfo> = {}): ColumnInfo {
  return {
    name,
    columnType: 'Number',
    databaseType: 'integer',
    allowNull: true,
    isGenerated: false,
    isAutoIncrement: false,
    hasDefault: false,
    ...more,
  }
}

/** A table of integers: `references` maps a column to the table whose `id` it references. */
function table(
  name: string,
  columns: readonly string[],
  references: Readonly<Record<string, string>> = {},
  more: Partial<TableInfo> = {},
): TableInfo {
  return {
    name,
    isView: false,
    columns: columns.map(one => column(one)),
    primaryKey: columns.includes('id') ? ['id'] : [],
    uniqueKeys: [],
    foreignKeys: Object.entries(references).map(
      ([from, targetTable]): ForeignKeyInfo => ({
        columns: [from],
        targetTable,
        targetColumns: ['id'],
      }),
    ),
    ...more,
  }
}

const describeTables = (tables: readonly TableInfo[], warnings: string[] = []) =>
  describeCollections({ tables }, { dialect: 'postgres' }, (_, message) => warnings.push(message))

/** `customers.orders: OneToMany orders (id=customer_id)`: one line per relation. */
function printRelations(descriptions: readonly CollectionDescription[]): string[] {
  return descriptions.flatMap(({ name, schema }) =>
    Object.entries(schema.fields).flatMap(([field, relation]) =>
      relation.kind === 'Column' ? [] : [`${name}.${field}: ${printRelation(relation)}`],
    ),
  )
}

function printRelation(relation: RelationSchema): string {
  const pairs = (keys: readonly { from: string; to: string }[]) =>
    keys.map(({ from, to }) => `${from}=${to}`).join(', ')
  const target = `${relation.kind} ${relation.foreignCollection}`
  if (relation.kind !== 'ManyToMany') return `${target} (${pairs(relation.keys)})`
  const { originKeys, throughCollection, foreignKeys } = relation
  return `${target} (${pairs(originKeys)}) ${throughCollection} (${pairs(foreignKeys)})`
}

const listRelations = (...tables: TableInfo[]) => printRelations(describeTables(tables))

describe('relations', () => {
  it('name a to-one after its key and its inverse after the table', () => {
    expect(
      listRelations(
        table('customers', ['id']),
        table('orders', ['id', 'customer_id', 'sellerId'], {
          customer_id: 'customers',
          sellerId: 'people',
        }),
        table('people', ['id']),
      ),
    ).toEqual([
      'customers.orders: OneToMany orders (id=customer_id)',
      'orders.customer: ManyToOne customers (customer_id=id)',
      'orders.seller: ManyToOne people (sellerId=id)',
      'people.orders: OneToMany orders (id=sellerId)',
    ])
  })

  it('name a to-one after its target when the key has no suffix', () => {
    expect(
      listRelations(table('addresses', ['id']), table('shop', ['id', 'at'], { at: 'addresses' })),
    ).toEqual([
      'addresses.shops: OneToMany shop (id=at)',
      'shop.address: ManyToOne addresses (at=id)',
    ])
  })

  it('are one-to-one when the key is unique', () => {
    const profile = table('profiles', ['id', 'user_id'], { user_id: 'users' })
    const badge = table('badges', ['user_id'], { user_id: 'users' })
    expect(
      listRelations(
        { ...profile, uniqueKeys: [['user_id']] },
        { ...badge, primaryKey: ['user_id'] },
        table('users', ['id']),
      ),
    ).toEqual([
      'profiles.user: ManyToOne users (user_id=id)',
      'badges.user: ManyToOne users (user_id=id)',
      'users.profile: OneToOne profiles (id=user_id)',
      'users.badge: OneToOne badges (id=user_id)',
    ])
  })

  it('are one-to-many when the key was guessed', () => {
    const profile = { ...table('profiles', ['id'], { id: 'users' }), primaryKey: [] }
    expect(listRelations(profile, table('users', ['id']))).toEqual([
      'profiles.user: ManyToOne users (id=id)',
      'users.profiles: OneToMany profiles (id=id)',
    ])
  })

  it('say when their key may match several rows', () => {
    const codes = { ...table('codes', ['n', 'id']), primaryKey: ['n'] }
    const [uses] = describeTables([table('uses', ['id', 'code_id'], { code_id: 'codes' }), codes])
    expect(uses?.schema.fields.code).toMatchObject({ kind: 'ManyToOne', mayLeadToSeveral: true })
    const [proven] = describeTables([
      table('uses', ['id', 'code_id'], { code_id: 'codes' }),
      { ...codes, uniqueKeys: [['id']] },
    ])
    expect(proven?.schema.fields.code).not.toHaveProperty('mayLeadToSeveral')
  })

  it('go both ways through a junction, and to the rows of one with columns of its own', () => {
    const junction = table('product_tags', ['product_id', 'tag_id', 'added_by_id', 'note'], {
      product_id: 'products',
      tag_id: 'tags',
      added_by_id: 'users',
    })
    expect(
      listRelations(
        table('products', ['id']),
        { ...junction, primaryKey: ['product_id', 'tag_id'] },
        table('tags', ['id']),
        table('users', ['id']),
      ),
    ).toEqual([
      'products.tags: ManyToMany tags (id=product_id) product_tags (tag_id=id)',
      'products.product_tags: OneToMany product_tags (id=product_id)',
      'product_tags.product: ManyToOne products (product_id=id)',
      'product_tags.tag: ManyToOne tags (tag_id=id)',
      'product_tags.added_by: ManyToOne users (added_by_id=id)',
      'tags.products: ManyToMany products (id=tag_id) product_tags (product_id=id)',
      'tags.product_tags: OneToMany product_tags (id=tag_id)',
      'users.product_tags: OneToMany product_tags (id=added_by_id)',
    ])
  })

  it('to the rows of a junction take no name from another relation', () => {
    const links = (name: string, more: readonly string[]): TableInfo => ({
      ...table(name, ['post_id', 'tag_id', ...more], { post_id: 'posts', tag_id: 'tags' }),
      primaryKey: ['post_id', 'tag_id'],
    })
    const lines = listRelations(
      table('posts', ['id']),
      table('tags', ['id']),
      links('tag', ['note']),
    )
    expect(lines.filter(line => line.startsWith('posts.'))).toEqual([
      'posts.tags: ManyToMany tags (id=post_id) tag (tag_id=id)',
      'posts.tags_through_tag_post_id: OneToMany tag (id=post_id)',
    ])
  })

  it('do not take a table with two keys of its own for a junction', () => {
    const line = table('lines', ['order_id', 'number', 'product_id'], {
      order_id: 'orders',
      product_id: 'products',
    })
    expect(
      listRelations(table('orders', ['id']), table('products', ['id']), {
        ...line,
        primaryKey: ['order_id', 'number'],
      }),
    ).toEqual([
      'orders.lines: OneToMany lines (id=order_id)',
      'products.lines: OneToMany lines (id=product_id)',
      'lines.order: ManyToOne orders (order_id=id)',
      'lines.product: ManyToOne products (product_id=id)',
    ])
  })

  it('have long names wherever two would clash', () => {
    expect(
      listRelations(
        table('users', ['id']),
        table('messages', ['id', 'sender_id', 'recipient_id', 'recipient'], {
          sender_id: 'users',
          recipient_id: 'users',
        }),
      ),
    ).toEqual([
      'users.messages_through_messages_sender_id: OneToMany messages (id=sender_id)',
      'users.messages_through_messages_recipient_id: OneToMany messages (id=recipient_id)',
      'messages.sender: ManyToOne users (sender_id=id)',
      'messages.user_through_recipient_id: ManyToOne users (recipient_id=id)',
    ])
  })

  it('have long names when two junctions reference the same collection', () => {
    const junction = (name: string): TableInfo => ({
      ...table(name, ['post_id', 'tag_id'], { post_id: 'posts', tag_id: 'tags' }),
      primaryKey: ['post_id', 'tag_id'],
    })
    expect(
      listRelations(
        table('posts', ['id']),
        table('tags', ['id']),
        junction('main_tags'),
        junction('other_tags'),
      ).filter(line => line.startsWith('posts.')),
    ).toEqual([
      'posts.tags_through_main_tags: ManyToMany tags (id=post_id) main_tags (tag_id=id)',
      'posts.tags_through_other_tags: ManyToMany tags (id=post_id) other_tags (tag_id=id)',
    ])
  })

  it('of a table with itself have two names', () => {
    expect(
      listRelations(
        table('categories', ['id', 'parent_id'], { parent_id: 'categories' }),
        table('users', ['id']),
        {
          ...table('follows', ['follower_id', 'followed_id'], {
            follower_id: 'users',
            followed_id: 'users',
          }),
          primaryKey: ['follower_id', 'followed_id'],
        },
      ),
    ).toEqual([
      'categories.parent: ManyToOne categories (parent_id=id)',
      'categories.categories: OneToMany categories (id=parent_id)',
      'users.followeds: ManyToMany users (id=follower_id) follows (followed_id=id)',
      'users.followers: ManyToMany users (id=followed_id) follows (follower_id=id)',
      'follows.follower: ManyToOne users (follower_id=id)',
      'follows.followed: ManyToOne users (followed_id=id)',
    ])
  })

  it('never share a name, even when the long ones clash too', () => {
    const names = listRelations(
      table('a', ['id', 'b_id', 'b', 'b_through_b_id'], { b_id: 'b' }),
      table('b', ['id']),
    )
    expect(names[0]).toBe('a.b_through_b_id_2: ManyToOne b (b_id=id)')
  })

  it('have no colon in their names, which would end them in a path', () => {
    expect(
      listRelations(table('a:b', ['id']), table('c', ['id', 'x'], { x: 'a:b' })).map(
        line => line.split(': ')[0],
      ),
    ).toEqual(['a:b.cs', 'c.a_b'])
  })

  it('leave out a foreign key to a table that is not read', () => {
    expect(
      listRelations(table('orders', ['id', 'customer_id'], { customer_id: 'elsewhere' })),
    ).toEqual([])
  })
})

describe('primary keys', () => {
  const chosen = (one: TableInfo, primaryKeys?: Record<string, string[]>) => {
    const warnings: string[] = []
    const [description] = describeCollections(
      { tables: [one, table('t', ['id'])] },
      { dialect: 'postgres', primaryKeys },
      (_, message) => warnings.push(message),
    )
    const { primaryKey: key, isPrimaryKeyGuessed, isPrimaryKeyNullable } = description!.schema
    return {
      key,
      ...(isPrimaryKeyGuessed && { isGuessed: true }),
      ...(isPrimaryKeyNullable && { isNullable: true }),
      warnings,
    }
  }
  const noKey = 'has no primary key and no unique key of columns that are not null'
  const guessed = (reason: string, key: string) => [
    `${reason}: '${key}' is used as its key, but may not be unique. ` +
      'Its records can be listed, exported and read, but neither be written nor be paged by cursor. ' +
      `If the key is unique, declare it: primaryKeys: { "x": ["${key}"] }.`,
  ]

  it('are those declared, without a word', () => {
    expect(chosen(table('x', ['id', 'y']))).toEqual({ key: ['id'], warnings: [] })
  })

  it('are guessed from a column named id in any case', () => {
    expect(chosen(table('x', ['y', 'ID']))).toEqual({
      key: ['ID'],
      isGuessed: true,
      warnings: guessed(`Table 'x' ${noKey}`, 'ID'),
    })
  })

  it('are the shortest unique key of columns that are not null, rather than a guessed id', () => {
    const required = ['a', 'b', 'c'].map(name => column(name, { allowNull: false }))
    const one = {
      ...table('x', []),
      columns: [column('id'), ...required, column('d')],
      uniqueKeys: [['a', 'b', 'c'], ['d'], ['b', 'c']],
    }
    expect(chosen(one)).toEqual({ key: ['b', 'c'], warnings: [] })
  })

  it('may be null where the database takes null', () => {
    const text = column('code', { allowNull: false, mayHoldNull: true })
    expect(chosen({ ...table('x', []), columns: [text], primaryKey: ['code'] })).toEqual({
      key: ['code'],
      isNullable: true,
      warnings: [],
    })
    const id = { ...table('x', ['id']), primaryKey: [], uniqueKeys: [['id']] }
    expect(chosen(id)).toEqual({ key: ['id'], isNullable: true, warnings: [] })
    const view = { ...table('x', ['a', 'b']), isView: true, uniqueKeys: [['b']] }
    expect(chosen(view)).toEqual({ key: ['b'], isNullable: true, warnings: [] })
  })

  it('of a table that others inherit from are guessed', () => {
    const one = { ...table('x', ['id']), hasInheritors: true }
    expect(chosen(one)).toEqual({
      key: ['id'],
      isGuessed: true,
      warnings: guessed(
        "Table 'x' is inherited from, so that its keys do not hold for all of its rows",
        'id',
      ),
    })
  })

  it('are guessed from both columns of a table made of two foreign keys', () => {
    const one = table('x', ['a_id', 'b_id'], { a_id: 't', b_id: 't' })
    expect(chosen(one)).toMatchObject({ key: ['a_id', 'b_id'], isGuessed: true })
  })

  it('are guessed from the first comparable column of a view', () => {
    const columns = [column('j', { columnType: 'Json' }), column('n')]
    expect(chosen({ ...table('x', []), isView: true, columns })).toEqual({
      key: ['n'],
      isGuessed: true,
      warnings: guessed(`View 'x' ${noKey}`, 'n'),
    })
  })

  it('are what code declares, whatever the database says', () => {
    const view = { ...table('x', ['a', 'b']), isView: true }
    expect(chosen(view, { x: ['b', 'a'] })).toEqual({ key: ['b', 'a'], warnings: [] })
    const parent = { ...table('x', ['id', 'b']), hasInheritors: true, uniqueKeys: [['b']] }
    expect(chosen(parent, { x: ['id'] })).toEqual({ key: ['id'], warnings: [] })
  })

  it.each([
    [{ y: ['a'] }, "names the collection 'y', which does not exist. There are: x, t."],
    [{ x: ['c'] }, "of 'x' names the column 'c', which it does not have. It has: a, b."],
    [{ x: [] }, "of 'x' names no column. Give a list like ['id']."],
    [{ x: ['a', 'a'] }, "of 'x' names a column twice: a, a."],
  ])('that code declares as %o are rejected', (primaryKeys, message) => {
    const view = { ...table('x', ['a', 'b']), isView: true }
    expect(() => chosen(view, primaryKeys as Record<string, string[]>)).toThrow(message)
  })

  it('of a type that is not supported are named as such', () => {
    const unusableKey = { column: 'at', problem: "has the unsupported type 'polygon'" }
    const problem =
      "has a primary key that cannot be used (its key column 'at' has the unsupported type 'polygon')"
    expect(chosen({ ...table('x', ['ID']), unusableKey }).warnings).toEqual(
      guessed(`Table 'x' ${problem}`, 'ID'),
    )
    const warnings: string[] = []
    describeTables([{ ...table('x', ['a']), unusableKey }], warnings)
    expect(warnings).toEqual([
      `Table 'x' is left out: it ${problem}, and has no column 'id' and no unique key of columns ` +
        'that are not null. Add one of these to see its records.',
    ])
  })

  it('are missing from a table that is then left out, with what to do', () => {
    const warnings: string[] = []
    expect(describeTables([table('x', ['a', 'b'])], warnings)).toEqual([])
    expect(warnings).toEqual([
      "Table 'x' is left out: it has no primary key, no column 'id' and no unique key of columns " +
        'that are not null. Add one of these to see its records.',
    ])
  })
})

describe('columns', () => {
  const described = (one: ColumnInfo, isView = false) => {
    const [description] = describeTables([
      { ...table('x', ['id']), isView, columns: [column('id'), one] },
    ])
    const field = description?.schema.fields[one.name]
    if (field?.kind !== 'Column') throw new Error(`No column '${one.name}'.`)
    return field
  }

  it('must be present when nothing else fills them', () => {
    const rule = [{ operator: 'Present' }]
    expect(described(column('a', { allowNull: false })).validation).toEqual(rule)
    expect(described(column('a')).validation).toEqual([])
    expect(described(column('a', { allowNull: false, hasDefault: true })).validation).toEqual([])
    expect(described(column('a', { allowNull: false, isGenerated: true })).validation).toEqual([])
    expect(described(column('a', { allowNull: false, isAutoIncrement: true })).validation).toEqual(
      [],
    )
  })

  it('are read-only when the database fills them, and in views', () => {
    expect(described(column('a')).isReadOnly).toBe(false)
    expect(described(column('a', { isGenerated: true })).isReadOnly).toBe(true)
    expect(described(column('a', { isAutoIncrement: true })).isReadOnly).toBe(true)
    expect(described(column('a'), true).isReadOnly).toBe(true)
  })

  it('need no value when the database has one', () => {
    expect(described(column('a', { isAutoIncrement: true })).hasDefault).toBe(true)
    expect(described(column('a', { hasDefault: true, defaultValue: 3 })).defaultValue).toBe(3)
  })

  it('cannot be sorted where no order means anything', () => {
    const sortable = (columnType: ColumnInfo['columnType']) =>
      described(column('a', { columnType })).isSortable
    expect(sortable('String')).toBe(true)
    expect(sortable('Json')).toBe(false)
    expect(sortable('Point')).toBe(false)
    expect(sortable(['String'])).toBe(false)
  })
})

describe('collections', () => {
  const postgres: Introspection = JSON.parse(
    readFileSync(new URL('../dialects/postgres/introspect.fixture.json', import.meta.url), 'utf8'),
  )

  it('have the schema before their name outside the default schema, and relations across', () => {
    const descriptions = describeCollections(postgres, { dialect: 'postgres' }, ignore)
    expect(descriptions.map(({ name }) => name)).toEqual([
      'Wide Open_Ünïcode table',
      'hr_employees',
      'active_customers',
      'customer_moods',
      'customers',
      'measures',
    ])
    expect(printRelations(descriptions)).toEqual([
      'Wide Open_Ünïcode table.hr_employee: ManyToOne hr_employees ' +
        '(employee company=company_id, employee number=number)',
      'hr_employees.Wide Open_Ünïcode tables: OneToMany Wide Open_Ünïcode table ' +
        '(company_id=employee company, number=employee number)',
      'hr_employees.hr_employee: ManyToOne hr_employees ' +
        '(company_id=company_id, manager_number=number)',
      'hr_employees.customer: ManyToOne customers (badge=id)',
      'hr_employees.hr_employees: OneToMany hr_employees ' +
        '(company_id=company_id, number=manager_number)',
      'customers.hr_employees: OneToMany hr_employees (id=badge)',
      'customers.measures: OneToMany measures (id=customer_id)',
      'measures.customer: ManyToOne customers (customer_id=id)',
    ])
  })

  it('are read-only when they are views', () => {
    const descriptions = describeCollections(postgres, { dialect: 'postgres' }, ignore)
    const readOnly = descriptions.filter(({ schema }) => schema.isReadOnly)
    expect(readOnly.map(({ name }) => name)).toEqual(['active_customers', 'customer_moods'])
  })

  it('are rejected when they share a name', () => {
    const tables = [
      { ...table('b_c', ['id']), schema: 'a' },
      { ...table('c', ['id']), schema: 'a_b' },
    ]
    expect(() =>
      describeCollections({ defaultSchema: 'public', tables }, { dialect: 'postgres' }, ignore),
    ).toThrow("Two tables would both be the collection 'a_b_c': 'a.b_c' and 'a_b.c'.")
  })

  it('describe every column of the fixture', () => {
    const descriptions = describeCollections(postgres, { dialect: 'postgres' }, ignore)
    const customers = descriptions.find(({ name }) => name === 'customers')
    expect(Object.entries(customers?.schema.fields ?? {}).map(printField)).toMatchInlineSnapshot(`
      [
        "id "Number" isPrimaryKey isReadOnly isSortable isGroupable hasDefault",
        "email "String" = "nobody" isSortable isGroupable hasDefault",
        "firstName "String" = "it's \\\\ me" isSortable isGroupable hasDefault",
        "mood "Enum" = "ok" isSortable isGroupable hasDefault",
        "moods ["Enum"] allowNull",
        "is_active "Boolean" = true isSortable isGroupable hasDefault defaultValue",
        "balance "Number" = -1.5 isSortable isGroupable allowNull hasDefault",
        "visits "Number" = "9007199254740993" isSortable isGroupable allowNull hasDefault",
        "small "Number" isSortable isGroupable allowNull",
        "ratio "Number" isSortable isGroupable allowNull",
        "precise "Number" isSortable isGroupable allowNull",
        "token "Uuid" isSortable isGroupable allowNull hasDefault",
        "known_token "Uuid" = "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11" isSortable isGroupable allowNull hasDefault",
        "picture "Binary" isSortable allowNull",
        "settings "Json" = {"theme":"dark"} hasDefault",
        "raw "Json" allowNull",
        "tags ["String"] = [] hasDefault",
        "scores ["Number"] allowNull",
        "code "String" isSortable isGroupable allowNull",
        "name_of_type "String" isSortable isGroupable allowNull",
        "born "Dateonly" = "2000-02-29" isSortable isGroupable allowNull hasDefault",
        "wakes_at "Time" = "07:30:00" isSortable isGroupable allowNull hasDefault",
        "created_at "Date" isSortable isGroupable hasDefault",
        "seen_at "Date" = "2020-01-01T10:00:00.000Z" isSortable isGroupable allowNull hasDefault",
        "place "Point" allowNull",
        "nothing "String" isSortable isGroupable allowNull",
        "initials "String" isReadOnly isSortable isGroupable allowNull hasDefault",
        "ticket "Number" isReadOnly isSortable isGroupable hasDefault",
        "number "Number" isReadOnly isSortable isGroupable hasDefault",
        "hr_employees OneToMany",
        "measures OneToMany",
      ]
    `)
  })
})

function printField([name, field]: [string, CollectionDescription['schema']['fields'][string]]) {
  if (field.kind !== 'Column') return `${name} ${field.kind}`
  const flags = Object.entries(field).filter(([, value]) => value === true)
  const value = field.defaultValue === undefined ? '' : ` = ${JSON.stringify(field.defaultValue)}`
  return `${name} ${JSON.stringify(field.columnType)}${value} ${flags.map(([flag]) => flag).join(' ')}`
}
