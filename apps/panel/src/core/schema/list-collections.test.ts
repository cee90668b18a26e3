import { expect, it } from 'vitest'
import { schema, shop } from '../testing/build-schema.js'
import { applyLayout } from './apply-layout.js'
import { buildNavigation } from './build-navigation.js'
import { listCollections } from './list-collections.js'

const layout = {
  version: 1,
  navigation: {
    groups: [{ label: 'Daily', items: [{ kind: 'collection', name: 'orders' }] }],
    hidden: ['countries'],
  },
  collections: {},
} as const

const list = (favourites: readonly string[], given = shop) =>
  listCollections({
    navigation: buildNavigation(given, layout, favourites),
    collections: applyLayout(given, layout),
  }).map(({ name }) => name)

it('lists favourites first, then the navigation, and what the layout hides last', () => {
  expect(list([])).toEqual(['orders', 'customers', 'countries'])
  expect(list(['customers'])).toEqual(['customers', 'orders', 'countries'])
})

it('leaves out what the caller may read and not browse, also in the navigation', () => {
  const limited = schema(
    ...shop.collections.map(each =>
      each.name === 'customers' ? { ...each, rights: { ...each.rights, browse: false } } : each,
    ),
  )
  expect(list(['customers'], limited)).toEqual(['orders', 'countries'])
  expect(buildNavigation(limited, layout, ['customers'])).toMatchObject({
    favourites: [],
    more: [],
  })
})
