import { listOptionNames } from '@service/base'
import type { CollectionCustomizer } from './collection-customizer.js'

/** The method names of a collection's customizer; the compiler checks that the list is complete. */
export const operationNames: readonly string[] = listOptionNames<
  Pick<CollectionCustomizer, keyof CollectionCustomizer & string>
>({
  addAction: true,
  addChart: true,
  addExternalRelation: true,
  addField: true,
  addFieldValidation: true,
  addHook: true,
  addManyToManyRelation: true,
  addManyToOneRelation: true,
  addOneToManyRelation: true,
  addOneToOneRelation: true,
  addSegment: true,
  disableCount: true,
  disableFieldSorting: true,
  disableSearch: true,
  emulateFieldFiltering: true,
  emulateFieldOperator: true,
  emulateFieldSorting: true,
  importField: true,
  overrideCreate: true,
  overrideDelete: true,
  overrideUpdate: true,
  removeField: true,
  renameField: true,
  replaceFieldBinaryMode: true,
  replaceFieldOperator: true,
  replaceFieldSorting: true,
  replaceFieldWriting: true,
  replaceSearch: true,
  setFieldNullable: true,
  use: true,
})
