import { addAction } from './add-action/add-action.js'
import { addAgentChart, addChart } from './add-chart/add-chart.js'
import { addExternalRelation } from './add-external-relation/add-external-relation.js'
import { addField } from './add-field/add-field.js'
import { addFieldValidation } from './add-field-validation/add-field-validation.js'
import { addHook } from './add-hook/add-hook.js'
import { addManyToManyRelation } from './add-many-to-many-relation/add-many-to-many-relation.js'
import { addManyToOneRelation } from './add-many-to-one-relation/add-many-to-one-relation.js'
import { addOneToManyRelation } from './add-one-to-many-relation/add-one-to-many-relation.js'
import { addOneToOneRelation } from './add-one-to-one-relation/add-one-to-one-relation.js'
import { addSegment } from './add-segment/add-segment.js'
import type { AgentOperation, Operation } from './define-operation.js'
import { disableCount } from './disable-count/disable-count.js'
import { disableFieldSorting } from './disable-field-sorting/disable-field-sorting.js'
import { disableSearch } from './disable-search/disable-search.js'
import { emulateFieldFiltering } from './emulate-field-filtering/emulate-field-filtering.js'
import { emulateFieldOperator } from './emulate-field-operator/emulate-field-operator.js'
import { emulateFieldSorting } from './emulate-field-sorting/emulate-field-sorting.js'
import { importField } from './import-field/import-field.js'
import { overrideCreate } from './override-create/override-create.js'
import { overrideDelete } from './override-delete/override-delete.js'
import { overrideUpdate } from './override-update/override-update.js'
import { removeCollection } from './remove-collection/remove-collection.js'
import { removeField } from './remove-field/remove-field.js'
import { renameField } from './rename-field/rename-field.js'
import { replaceFieldBinaryMode } from './replace-field-binary-mode/replace-field-binary-mode.js'
import { replaceFieldOperator } from './replace-field-operator/replace-field-operator.js'
import { replaceFieldSorting } from './replace-field-sorting/replace-field-sorting.js'
import { replaceFieldWriting } from './replace-field-writing/replace-field-writing.js'
import { replaceSearch } from './replace-search/replace-search.js'
import { setFieldNullable } from './set-field-nullable/set-field-nullable.js'
import { use, useOnAgent } from './use/use.js'

/** All operations a journal can contain. */
export const operations: readonly Operation[] = [
  addAction,
  addChart,
  addExternalRelation,
  addField,
  addFieldValidation,
  addHook,
  addManyToManyRelation,
  addManyToOneRelation,
  addOneToManyRelation,
  addOneToOneRelation,
  addSegment,
  disableCount,
  disableFieldSorting,
  disableSearch,
  emulateFieldFiltering,
  emulateFieldOperator,
  emulateFieldSorting,
  importField,
  overrideCreate,
  overrideDelete,
  overrideUpdate,
  removeField,
  renameField,
  replaceFieldBinaryMode,
  replaceFieldOperator,
  replaceFieldSorting,
  replaceFieldWriting,
  replaceSearch,
  setFieldNullable,
  use,
  removeCollection,
]

/** Calls on the agent itself. */
export const agentOperations: readonly AgentOperation[] = [addAgentChart, useOnAgent]
