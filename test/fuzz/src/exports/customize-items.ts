import type { Agent } from '@service/agent'
import type { Row } from '@service/datasource-toolkit'
import { flattenJsonColumn } from '@service/plugin-flattener'

const readName = (row: unknown) => (row as Row | null)?.name ?? null

/** A field of every kind on items, and every kind of list that leads to them. */
export function customizeItems(agent: Agent): void {
  agent
    .customizeCollection('people', people =>
      people
        .addOneToManyRelation('items', 'items', { originKey: 'person_id' })
        .addField('initial', {
          columnType: 'String',
          dependencies: ['name'],
          getValues: rows => rows.map(({ name }) => String(name)[0]!),
        })
        .emulateFieldFiltering('initial')
        .emulateFieldSorting('initial'),
    )
    .customizeCollection('groups', groups =>
      groups.addOneToManyRelation('items', 'items', { originKey: 'group_id' }),
    )
    .customizeCollection('tags', tags =>
      tags.addManyToManyRelation('items', 'items', 'item_tags', {
        originKey: 'tag_id',
        foreignKey: 'item_id',
      }),
    )
    .customizeCollection('items', items =>
      items
        .addManyToOneRelation('group', 'groups', { foreignKey: 'group_id' })
        .addManyToOneRelation('person', 'people', { foreignKey: 'person_id' })
        .addField('score', {
          columnType: 'Number',
          dependencies: ['n'],
          getValues: rows => rows.map(({ n }) => (n === null ? null : Number(n) * 10)),
        })
        .emulateFieldFiltering('score')
        .emulateFieldSorting('score')
        .addField('phrase', {
          columnType: 'String',
          dependencies: ['s', 'person:name'],
          getValues: rows => rows.map(({ s, person }) => `${s} of ${readName(person)}`),
        })
        .emulateFieldFiltering('phrase')
        .emulateFieldSorting('phrase')
        .importField('groupName', { path: 'group:name' })
        .importField('personName', { path: 'person:name' })
        .emulateFieldOperator('n', 'Equal')
        .emulateFieldOperator('n', 'In')
        .replaceFieldOperator('price', 'Equal', value => ({
          aggregator: 'Or',
          conditions: [
            { field: 'price', operator: 'In', value: [value] },
            { field: 'score', operator: 'Equal', value: 90 },
          ],
        }))
        .emulateFieldSorting('price')
        .use(flattenJsonColumn, {
          columnName: 'doc',
          columnType: { color: 'String', size: 'Number' },
        })
        .renameField('s', 'label')
        .addSegment('Scored', { field: 'score', operator: 'GreaterThan', value: 80 })
        .addSegment('Owned', { field: 'person:name', operator: 'Equal', value: 'Eve' }),
    )
}
