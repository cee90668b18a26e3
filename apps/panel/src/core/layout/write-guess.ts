import type { CollectionLayout, Layout } from '@service/protocol'
import type { Navigation } from '../schema/build-navigation.js'
import type { CollectionModel, Collections, Section } from '../schema/collection-model.js'

/**
 * Writes what is shown without a layout as a layout. Lists that a layout leaves out are compared and
 * merged as if they were these.
 *
 * @example
 * writeGuess(applyLayout(schema, null), buildNavigation(schema, null, []), 'Data')
 */
export function writeGuess(
  collections: Collections,
  navigation: Navigation,
  unnamed: string,
): Layout {
  return {
    version: 1,
    navigation: {
      groups: navigation.sections.map(({ label, items }) => ({ label: label ?? unnamed, items })),
      hidden: [],
    },
    collections: Object.fromEntries(
      [...collections].map(([name, model]) => [name, writeCollection(model)]),
    ),
  }
}

function writeCollection(model: CollectionModel): CollectionLayout {
  return {
    list: { columns: model.columns, segments: model.segments.map(({ name }) => name) },
    detail: { sections: writeSections(model.detailSections), related: model.related },
    forms: {
      create: writeSections(model.createSections),
      edit: writeSections(model.editSections),
    },
    actions: {
      order: [...model.primaryActions, ...model.otherActions].map(({ name }) => name),
      primary: [],
      hidden: [],
    },
  }
}

const writeSections = (sections: readonly Section[]) =>
  sections.map(({ isCollapsed, ...rest }) => ({ ...rest, ...(isCollapsed && { isCollapsed }) }))
