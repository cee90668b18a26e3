import type { ConditionTree, Row } from '@service/datasource-toolkit'
import type { Random } from '@service/datasource-toolkit/testing'
import { type Customizer, createCustomizer } from '../customizer.js'
import type { JournalEntry } from '../journal-entry.js'
import type { CollectionCustomizer } from '../operations/collection-customizer.js'

/**
 * Always adds relations, computed and imported fields; how they are filtered, sorted and shown is
 * random.
 */
export function randomJournal(random: Random, isDeclared: boolean): readonly JournalEntry[] {
  const customizer = createCustomizer()
  if (!isDeclared) addRelations(customizer)
  customizer.customizeCollection('things', things => {
    things.addManyToOneRelation('maker', 'makers', { foreignKey: 'maker_id' })
    if (random.chance(0.5)) things.importField('makerName', { path: 'maker:name' })
  })
  customizer.customizeCollection('makers', makers =>
    makers
      .addOneToManyRelation('boxes', 'boxes', { originKey: 'maker_id' })
      .addOneToManyRelation('things', 'things', { originKey: 'maker_id' })
      .addOneToOneRelation('label', 'labels', { originKey: 'slot' }),
  )
  customizer.customizeCollection('boxes', boxes => customizeBoxes(random, boxes))
  customizer.customizeCollection('items', items => {
    addItemFields(items)
    replaceInItems(random, items)
    emulateInItems(random, items)
    showItems(random, items)
    changeWrites(random, items)
    hookItems(random, items)
  })
  customizer.customizeCollection('boxes', boxes => overrideBoxes(random, boxes))
  if (random.chance(0.3)) customizer.removeCollection(['labels'])
  return customizer.journal
}

/** Adds what the tables of the first source do not declare themselves. */
function addRelations(customizer: Customizer): void {
  customizer.customizeCollection('labels', labels =>
    labels.addManyToOneRelation('box', 'boxes', { foreignKey: 'box_id' }),
  )
  customizer.customizeCollection('boxes', boxes =>
    boxes.addOneToManyRelation('items', 'items', { originKey: 'box_id' }),
  )
  customizer.customizeCollection('items', items =>
    items
      .addManyToOneRelation('parent', 'items', { foreignKey: 'parent_id' })
      .addManyToOneRelation('box', 'boxes', { foreignKey: 'box_id' })
      .addManyToManyRelation('labels', 'labels', 'item_labels', {
        originKey: 'item_id',
        foreignKey: 'label_id',
      }),
  )
}

function customizeBoxes(random: Random, boxes: CollectionCustomizer): void {
  boxes
    .addManyToOneRelation('maker', 'makers', { foreignKey: 'maker_id' })
    .addOneToOneRelation('label', 'labels', { originKey: 'slot' })
    .addField('double', {
      columnType: 'Number',
      dependencies: ['size', 'maker:id'],
      getValues: records =>
        records.map(({ size, maker }) => (maker && size ? Number(size) * 2 : null)),
    })
    .emulateFieldFiltering('double')
    .emulateFieldSorting('double')
    .addSegment('Doubled', { field: 'double', operator: 'GreaterThan', value: 2 })
  if (random.chance(0.5)) boxes.importField('makerName', { path: 'maker:name' })
  if (random.chance(0.5)) {
    boxes.replaceFieldOperator('name', 'Equal', value => ({
      aggregator: 'Or',
      conditions: [
        { field: 'name', operator: 'In', value: [value, 'B'] },
        { field: 'maker:name', operator: 'Equal', value },
      ],
    }))
  }
}

function addItemFields(items: CollectionCustomizer): void {
  items
    .addManyToOneRelation('thing', 'things', { foreignKey: 'thing_id' })
    .addManyToOneRelation('crate', 'boxes', { foreignKey: 'box_id' })
    .addManyToManyRelation('things', 'things', 'links', {
      originKey: 'item_id',
      foreignKey: 'thing_id',
    })
    .addField('word', {
      columnType: 'String',
      dependencies: ['s', 'box:name'],
      getValues: records => records.map(({ s, box }) => `${s}/${(box as Row | null)?.name}`),
    })
    .addField('sentence', {
      columnType: 'String',
      dependencies: ['word', 'thing:title'],
      getValues: async records =>
        records.map(({ word, thing }) => (thing ? `${word} ${(thing as Row).title}` : null)),
    })
    .addField('twin_id', {
      columnType: 'Number',
      dependencies: ['n'],
      getValues: records => records.map(({ n }) => (typeof n === 'number' ? n + 1 : null)),
    })
    .addManyToOneRelation('twin', 'boxes', { foreignKey: 'twin_id' })
    .importField('boxName', { path: 'box:name' })
    .importField('boxDouble', { path: 'box:double' })
    .importField('boxMakerId', { path: 'box:maker_id' })
    .importField('thingTitle', { path: 'thing:title' })
    .importField('parentBoxName', { path: 'parent:boxName' })
    .addManyToOneRelation('boxMaker', 'makers', { foreignKey: 'boxMakerId' })
    .addSegment('Small', { field: 'n', operator: 'LessThan', value: 2 })
    .addSegment('Boxed', async () => ({ field: 'box:name', operator: 'Present' }))
    .addSegment('Made', { field: 'thing:maker:name', operator: 'Present' })
    .addSegment('Listed', async ({ dataSource }) => {
      const makers = await dataSource.getCollection('makers').list({}, ['id'])
      return { field: 'box_id', operator: 'In', value: makers.map(({ id }) => id) }
    })
}

function replaceInItems(random: Random, items: CollectionCustomizer): void {
  const orSelf = (value: unknown): ConditionTree => ({
    aggregator: 'Or',
    conditions: [
      { field: 's', operator: 'Equal', value },
      { field: 'boxName', operator: 'Equal', value },
    ],
  })
  if (random.chance(0.4)) items.replaceFieldOperator('word', 'Equal', orSelf)
  if (random.chance(0.4)) {
    items.replaceFieldOperator('n', 'GreaterThan', async value => ({
      aggregator: 'And',
      conditions: [
        { field: 'n', operator: 'NotEqual', value },
        { field: 'thing:weight', operator: 'LessThan', value: 3 },
      ],
    }))
  }
  // Without a condition the operator has its default meaning.
  if (random.chance(0.3)) items.replaceFieldOperator('n', 'LessThan', () => undefined)
  if (random.chance(0.3)) {
    items.replaceFieldOperator('thing_id', 'Equal', async (value, { dataSource }) => {
      const conditionTree = { field: 'maker_id', operator: 'Equal', value } as const
      const things = await dataSource.getCollection('things').list({ conditionTree }, ['id'])
      return { field: 'thing_id', operator: 'In', value: things.map(({ id }) => id) }
    })
  }
  if (random.chance(0.5)) {
    items.replaceFieldSorting('word', [
      { field: 'box:name', ascending: false },
      { field: 'n', ascending: true },
    ])
  }
  if (random.chance(0.3)) items.replaceFieldSorting('d', [{ field: 'boxDouble', ascending: true }])
  if (random.chance(0.3)) items.disableFieldSorting('parent_id')
}

function emulateInItems(random: Random, items: CollectionCustomizer): void {
  items.emulateFieldSorting('sentence').emulateFieldSorting('s')
  for (const name of ['sentence', 'twin_id'] as const) {
    if (random.chance(0.7)) items.emulateFieldFiltering(name)
  }
  if (random.chance(0.4)) items.emulateFieldOperator('word', 'StartsWith')
  if (random.chance(0.5)) items.emulateFieldOperator('n', 'Equal')
  if (random.chance(0.2)) items.emulateFieldOperator('boxName', 'Contains')
  if (random.chance(0.2)) items.emulateFieldSorting('n')
}

/** Names for clients, which do not affect queries in code. */
function showItems(random: Random, items: CollectionCustomizer): void {
  if (random.chance(0.4)) items.renameField('n', 'number').renameField('word', 'n')
  if (random.chance(0.4)) items.removeField('s', 'box', 'boxName')
}

function changeWrites(random: Random, items: CollectionCustomizer): void {
  if (random.chance(0.4)) {
    items.replaceFieldWriting('word', value => ({ s: value, n: value === null ? null : 3 }))
  }
  if (random.chance(0.3)) {
    items.replaceFieldWriting('n', async value => ({ n: Number(value) + 1, boxName: 'n' }))
  }
  if (random.chance(0.3)) items.addFieldValidation('s', 'ShorterThan', 3)
}

/** Changes only what clients write and read. */
function hookItems(random: Random, items: CollectionCustomizer): void {
  if (random.chance(0.3)) {
    items.addHook('Before', 'Create', ({ data }) => {
      for (const record of data) record.parent_id = 1
    })
  }
  if (random.chance(0.3)) {
    items.addHook('Before', 'Update', async ({ patch }) => {
      if ('s' in patch) patch.s = 'B'
    })
  }
  if (random.chance(0.3)) {
    items.addHook('After', 'List', ({ records }) => {
      for (const record of records) if ('n' in record) record.n = 7
    })
  }
}

/** Overrides that do what the source would have done. */
function overrideBoxes(random: Random, boxes: CollectionCustomizer): void {
  if (random.chance(0.3)) boxes.overrideCreate(({ collection, data }) => collection.create(data))
  if (random.chance(0.3)) {
    boxes.overrideUpdate(async ({ collection, filter, patch }) => {
      await collection.update(filter, patch)
    })
  }
  if (random.chance(0.3)) {
    boxes.overrideDelete(async ({ collection, filter }) => {
      await collection.delete(filter)
    })
  }
}
