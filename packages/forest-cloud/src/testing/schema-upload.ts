const column = (field: string, type: unknown, more: object = {}) => ({
  field,
  type,
  enums: [],
  reference: null,
  isPrimaryKey: false,
  isRequired: false,
  ...more,
})

const relation = (field: string, relationship: string, reference: string) => ({
  ...column(field, 'Number', { enums: null }),
  relationship,
  reference,
})

/** A schema as an agent uploads it. */
export const schemaUpload = {
  jsonapi: { version: '1.0' },
  meta: { liana: 'agent', liana_version: '1.90.0', schemaFileHash: 'a'.repeat(40) },
  data: [
    {
      type: 'collections',
      id: 'order.lines',
      attributes: {
        name: 'order.lines',
        fields: [
          column('id', 'Number', { isPrimaryKey: true, isRequired: true }),
          column('state', 'Enum', { enums: ['open', 'paid'] }),
          column('tags', ['String']),
          column('address', { fields: [{ field: 'city', type: 'String' }] }),
          column('odd', 'Timeonly'),
          column('untold', null),
          relation('product', 'BelongsTo', 'products.id'),
          relation('elsewhere', 'BelongsTo', 'removed.id'),
        ],
      },
    },
    {
      type: 'collections',
      id: 'products',
      attributes: {
        name: 'products',
        fields: [
          column('id', 'Uuid', { isPrimaryKey: true, isRequired: true }),
          column('name', 'String', { isRequired: true }),
          relation('lines', 'HasMany', 'order.lines.id'),
        ],
      },
    },
  ],
  included: [],
}
