import type { TestColumn, TestTable } from '@service/datasource-toolkit/testing'

const values: readonly TestColumn[] = [
  { name: 'title', type: 'String', allowNull: false },
  { name: 'pages', type: 'Number' },
  { name: 'price', type: 'Number', number: 'decimal' },
  { name: 'sold', type: 'Number', number: 'bigint' },
  { name: 'is_new', type: 'Boolean' },
  { name: 'kind', type: 'Enum', enumValues: ['essay', 'novel', 'poem'] },
  { name: 'published', type: 'Date' },
  { name: 'born', type: 'Dateonly' },
  { name: 'opens', type: 'Time' },
  { name: 'extra', type: 'Json' },
  { name: 'code', type: 'Uuid' },
  { name: 'scan', type: 'Binary' },
]

/** One table with every scalar type, one to refer to, and a junction with a composite key. */
export const tables: readonly TestTable[] = [
  {
    name: 'authors',
    columns: [
      { name: 'id', type: 'Number' },
      { name: 'name', type: 'String' },
    ],
    primaryKey: ['id'],
    foreignKeys: [],
    rows: Array.from({ length: 5 }, (_, index) => ({ id: index + 1, name: `Author ${index + 1}` })),
  },
  {
    name: 'books',
    columns: [{ name: 'id', type: 'Number' }, { name: 'author_id', type: 'Number' }, ...values],
    primaryKey: ['id'],
    foreignKeys: [{ as: 'author', columns: ['author_id'], table: 'authors', to: ['id'] }],
    rows: Array.from({ length: 20 }, (_, index) => book(index + 1)),
  },
  {
    name: 'tags',
    columns: [{ name: 'label', type: 'Uuid' }],
    primaryKey: ['label'],
    foreignKeys: [],
    rows: [{ label: '0b53cd2f-6f3b-4f3e-9a54-0d2f4a1e8d11' }],
  },
  {
    name: 'book_tags',
    columns: [
      { name: 'book_id', type: 'Number' },
      { name: 'tag', type: 'Uuid' },
    ],
    primaryKey: ['book_id', 'tag'],
    foreignKeys: [
      { as: 'book', columns: ['book_id'], table: 'books', to: ['id'] },
      { as: 'label', columns: ['tag'], table: 'tags', to: ['label'] },
    ],
    rows: [{ book_id: 1, tag: '0b53cd2f-6f3b-4f3e-9a54-0d2f4a1e8d11' }],
  },
]

function book(id: number) {
  return {
    id,
    author_id: (id % 5) + 1,
    title: `Book ${id}`,
    pages: id * 10,
    price: id + 0.5,
    sold: id * 1000,
    is_new: id % 2 === 0,
    kind: 'novel',
    published: '2024-03-31T01:30:00.000Z',
    born: '2024-03-31',
    opens: '09:30:00',
    extra: { a: [1] },
    code: '0b53cd2f-6f3b-4f3e-9a54-0d2f4a1e8d11',
    scan: new Uint8Array([1, 2, 3]),
  }
}
