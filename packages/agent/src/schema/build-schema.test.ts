import { createMemoryDataSource } from '@service/datasource-memory'
import { compile, createCustomizer } from '@service/engine'
import type { SchemaCollection, SchemaField } from '@service/protocol'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildSchema } from './build-schema.js'
import { schemaMeta } from './schema-meta.js'

const id = { type: 'Number', isPrimaryKey: true, isGenerated: true } as const

const openLibrary = createMemoryDataSource({
  books: {
    columns: {
      id,
      title: { type: 'String', allowNull: false, validation: [{ operator: 'Present' }] },
      kind: { type: 'Enum', enumValues: ['novel', 'essay'], defaultValue: 'novel' },
      cover: 'Binary',
      labels: ['String'],
      size: { width: 'Number', unit: 'String', corners: ['Point'] },
      authorId: { type: 'Number', allowNull: false, validation: [{ operator: 'Present' }] },
      createdAt: { type: 'Date', isReadOnly: true },
    },
    relations: {
      author: {
        kind: 'ManyToOne',
        foreignCollection: 'authors',
        keys: [{ from: 'authorId', to: 'id' }],
      },
      summary: {
        kind: 'OneToOne',
        foreignCollection: 'summaries',
        keys: [{ from: 'id', to: 'bookId' }],
      },
      tags: {
        kind: 'ManyToMany',
        foreignCollection: 'tags',
        throughCollection: 'bookTags',
        originKeys: [{ from: 'id', to: 'bookId' }],
        foreignKeys: [{ from: 'tagId', to: 'id' }],
      },
    },
  },
  authors: {
    columns: { id, name: 'String' },
    relations: {
      books: {
        kind: 'OneToMany',
        foreignCollection: 'books',
        keys: [{ from: 'id', to: 'authorId' }],
      },
    },
  },
  summaries: {
    columns: { bookId: { type: 'Number', isPrimaryKey: true }, text: 'String' },
    relations: {
      book: {
        kind: 'ManyToOne',
        foreignCollection: 'books',
        keys: [{ from: 'bookId', to: 'id' }],
      },
    },
  },
  tags: {
    columns: { id, label: 'String' },
    relations: {
      books: {
        kind: 'ManyToMany',
        foreignCollection: 'books',
        throughCollection: 'bookTags',
        originKeys: [{ from: 'id', to: 'tagId' }],
        foreignKeys: [{ from: 'bookId', to: 'id' }],
      },
    },
  },
  bookTags: {
    columns: {
      bookId: { type: 'Number', isPrimaryKey: true },
      tagId: { type: 'Number', isPrimaryKey: true },
    },
  },
  Archive: { columns: { id: { type: 'Uuid', isPrimaryKey: true, isReadOnly: true } } },
})

let collections: readonly SchemaCollection[]

const collection = (name: string) => collections.find(known => known.name === name)!
const field = (of: string, name: string): SchemaField | undefined =>
  collection(of).fields.find(known => known.field === name)

beforeAll(async () => {
  const customizer = createCustomizer()
  customizer.customizeCollection('books', books =>
    books
      .addSegment('recent', { field: 'id', operator: 'GreaterThan', value: 10 })
      .addSegment('essays', { field: 'kind', operator: 'Equal', value: 'essay' }),
  )
  const dataSource = await openLibrary(
    () => {},
    async () => {},
  )
  const model = await compile([{ dataSource }], customizer.journal)
  collections = buildSchema(model, schemaMeta, {
    prefix: '/service',
    useUnsafeActionEndpoint: false,
  }).collections
})

describe('buildSchema', () => {
  it('lists collections by name, with meta', () => {
    expect(collections.map(({ name }) => name)).toEqual([
      'Archive',
      'authors',
      'books',
      'bookTags',
      'summaries',
      'tags',
    ])
    expect(schemaMeta).toEqual({
      liana: 'service-nodejs-agent',
      liana_version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      liana_features: null,
      stack: { engine: 'nodejs', engine_version: process.versions.node },
    })
  })

  it('describes a collection with keys in the order of the file', () => {
    const { fields, ...rest } = collection('books')
    expect(JSON.stringify(rest)).toBe(
      JSON.stringify({
        actions: [],
        icon: null,
        integration: null,
        isReadOnly: false,
        isSearchable: true,
        isVirtual: false,
        name: 'books',
        onlyForRelationships: false,
        paginationType: 'page',
        segments: [
          { id: 'books.essays', name: 'essays' },
          { id: 'books.recent', name: 'recent' },
        ],
      }),
    )
    expect(fields.map(({ field }) => field)).toEqual([
      'author',
      'cover',
      'createdAt',
      'id',
      'kind',
      'labels',
      'size',
      'summary',
      'tags',
      'title',
    ])
  })

  it('says that a collection is read-only when all its columns are', () => {
    expect(collection('Archive').isReadOnly).toBe(true)
  })

  it('describes a column', () => {
    expect(JSON.stringify(field('books', 'title'))).toBe(
      JSON.stringify({
        defaultValue: null,
        enums: [],
        field: 'title',
        integration: null,
        inverseOf: null,
        isFilterable: true,
        isPrimaryKey: false,
        isReadOnly: false,
        isRequired: true,
        isSortable: true,
        isVirtual: false,
        reference: null,
        type: 'String',
        validations: [{ type: 'is present', message: 'Field is required' }],
      }),
    )
  })

  it('encodes enums, lists, objects and binary columns', () => {
    expect(field('books', 'kind')).toMatchObject({
      type: 'Enum',
      enums: ['essay', 'novel'],
      defaultValue: 'novel',
    })
    expect(field('books', 'labels')?.type).toEqual(['String'])
    expect(field('books', 'cover')?.type).toBe('String')
    expect(field('books', 'size')?.type).toEqual({
      fields: [
        { field: 'width', type: 'Number' },
        { field: 'unit', type: 'String' },
        { field: 'corners', type: ['Point'] },
      ],
    })
    expect(field('books', 'createdAt')?.isReadOnly).toBe(true)
  })

  it('leaves out foreign keys unless they are primary keys', () => {
    expect(field('books', 'authorId')).toBeUndefined()
    expect(field('summaries', 'bookId')).toMatchObject({ isPrimaryKey: true, isReadOnly: true })
  })

  it('describes a many-to-one relation by its foreign key', () => {
    expect(JSON.stringify(field('books', 'author'))).toBe(
      JSON.stringify({
        defaultValue: null,
        enums: null,
        field: 'author',
        integration: null,
        inverseOf: 'books',
        isFilterable: true,
        isPrimaryKey: false,
        isReadOnly: false,
        isRequired: true,
        isSortable: true,
        isVirtual: false,
        reference: 'authors.id',
        relationship: 'BelongsTo',
        type: 'Number',
        validations: [{ type: 'is present', message: 'Field is required' }],
      }),
    )
  })

  it('describes the other relations', () => {
    expect(field('books', 'summary')).toMatchObject({
      inverseOf: 'book',
      isFilterable: true,
      isSortable: true,
      reference: 'summaries.id',
      relationship: 'HasOne',
      type: 'Number',
    })
    expect(field('authors', 'books')).toMatchObject({
      inverseOf: 'author',
      isFilterable: false,
      isRequired: false,
      isSortable: true,
      reference: 'books.id',
      relationship: 'HasMany',
      type: ['Number'],
      validations: [],
    })
    expect(field('books', 'tags')).toMatchObject({
      inverseOf: 'books',
      reference: 'tags.id',
      relationship: 'BelongsToMany',
      type: ['Number'],
    })
  })
})
