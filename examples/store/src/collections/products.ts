import type { CollectionCustomizer } from '@service/agent'
import type { Schema } from '../typings.js'

/** The catalogue, with what customers think of it and where it lies. */
export function customizeProducts(products: CollectionCustomizer<Schema, 'products'>): void {
  // #region validated
  products
    .addFieldValidation('price', 'GreaterThan', 0)
    .addFieldValidation('name', 'LongerThan', 2)
    .addFieldValidation('sku', 'Match', /^SKU-\d{5}$/)
  // #endregion

  // #region across-sources
  products
    .addOneToOneRelation('shelf', 'shelves', { originKey: 'product_id' })
    .importField('shelf_code', { path: 'shelf:code', readonly: true })
  // #endregion

  // #region computed-batch
  products.addField('average_rating', {
    columnType: 'Number',
    dependencies: ['id'],
    getValues: async (records, { dataSource }) => {
      const ratings = await dataSource.getCollection('reviews').aggregate(
        {
          conditionTree: {
            field: 'product_id',
            operator: 'In',
            value: records.map(({ id }) => id),
          },
        },
        { operation: 'Avg', field: 'rating', groups: [{ field: 'product_id' }] },
      )
      const byProduct = new Map(ratings.map(({ value, group }) => [group.product_id, value]))
      return records.map(({ id }) => (byProduct.has(id) ? Number(byProduct.get(id)) : null))
    },
  })
  // #endregion

  // #region emulated-operator
  products.emulateFieldOperator('average_rating', 'LessThan')
  // #endregion

  // #region search
  products.replaceSearch((text, extended, context) =>
    /^sku-\d+$/i.test(text)
      ? { field: 'sku', operator: 'Equal', value: text.toUpperCase() }
      : context.generateSearchFilter(text, {
          extended,
          includeFields: ['category:name'],
          excludeFields: ['description'],
        }),
  )
  // #endregion

  // #region unsortable
  products.disableFieldSorting('description')
  // #endregion

  // #region segment
  products.addSegment('Out of stock', { field: 'stock', operator: 'Equal', value: 0 })
  // #endregion

  // #region action-global
  products.addAction('Export stock', {
    scope: 'Global',
    generateFile: true,
    execute: ({ iterateRecords }, resultBuilder) =>
      resultBuilder.file(
        stockLines(iterateRecords(['sku', 'name', 'stock'])),
        'stock.csv',
        'text/csv',
      ),
  })
  // #endregion

  // #region form-dropdown
  products.addAction('Change supplier', {
    scope: 'Bulk',
    form: [
      {
        label: 'Supplier',
        type: 'Number',
        widget: 'Dropdown',
        search: 'dynamic',
        isRequired: true,
        options: async ({ dataSource }, searchValue) => {
          const suppliers = await dataSource
            .getCollection('suppliers')
            .list({ search: searchValue, page: { skip: 0, limit: 10 } }, ['id', 'name'])
          return suppliers.map(({ id, name }) => ({ label: name, value: id }))
        },
      },
    ],
    execute: async ({ collection, filter, formValues }, resultBuilder) => {
      await collection.update(filter, { supplier_id: formValues.Supplier })
      return resultBuilder.success('The supplier is changed.', { invalidated: ['supplier'] })
    },
  })
  // #endregion

  // #region form-layout
  products.addAction('Put on sale', {
    scope: 'Bulk',
    form: [
      { type: 'Layout', component: 'HtmlBlock', content: '<p>Prices go down at once.</p>' },
      {
        type: 'Layout',
        component: 'Row',
        fields: [
          {
            label: 'Percent',
            type: 'Number',
            widget: 'NumberInput',
            min: 1,
            max: 90,
            isRequired: true,
            defaultValue: 20,
          },
          { label: 'Tag them', type: 'Boolean', widget: 'Checkbox', defaultValue: true },
        ],
      },
      {
        label: 'Announcement',
        type: 'String',
        widget: 'TextInput',
        if: ({ formValues }) => formValues['Tag them'] === true,
        value: ({ formValues }) => `Now ${formValues.Percent} % off`,
        isReadOnly: true,
      },
    ],
    execute: async ({ collection, formValues, getRecords }, resultBuilder) => {
      const factor = 1 - formValues.Percent / 100
      for (const { id, price } of await getRecords(['id', 'price'])) {
        await collection.update(
          { conditionTree: { field: 'id', operator: 'Equal', value: id } },
          { price: Math.round(price * factor * 100) / 100 },
        )
      }
      return resultBuilder.success(formValues.Announcement ?? 'Prices are lower now.')
    },
  })
  // #endregion
}

interface StockLine {
  readonly sku: string
  readonly name: string
  readonly stock: number
}

// #region file-stream
async function* stockLines(batches: AsyncIterable<readonly StockLine[]>) {
  yield 'sku,name,stock\n'
  for await (const batch of batches) {
    yield batch.map(({ sku, name, stock }) => `${sku},${name},${stock}\n`).join('')
  }
}
// #endregion
