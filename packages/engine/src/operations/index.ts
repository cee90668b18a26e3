import type { Added, AtFirst } from '../typings/additions.js'
import type { Additions, Schema } from '../typings/schema.js'
import { type AddAction, addAction } from './add-action/add-action.js'
import { type AddChart, addAgentChart, addChart } from './add-chart/add-chart.js'
import {
  type AddExternalRelation,
  addExternalRelation,
} from './add-external-relation/add-external-relation.js'
import { type AddField, addField } from './add-field/add-field.js'
import {
  type AddFieldValidation,
  addFieldValidation,
} from './add-field-validation/add-field-validation.js'
import { type AddHook, addHook } from './add-hook/add-hook.js'
import {
  type AddManyToManyRelation,
  addManyToManyRelation,
} from './add-many-to-many-relation/add-many-to-many-relation.js'
import {
  type AddManyToOneRelation,
  addManyToOneRelation,
} from './add-many-to-one-relation/add-many-to-one-relation.js'
import {
  type AddOneToManyRelation,
  addOneToManyRelation,
} from './add-one-to-many-relation/add-one-to-many-relation.js'
import {
  type AddOneToOneRelation,
  addOneToOneRelation,
} from './add-one-to-one-relation/add-one-to-one-relation.js'
import { type AddSegment, addSegment } from './add-segment/add-segment.js'
import type { AgentOperation, Operation } from './define-operation.js'
import { type DisableCount, disableCount } from './disable-count/disable-count.js'
import {
  type DisableFieldSorting,
  disableFieldSorting,
} from './disable-field-sorting/disable-field-sorting.js'
import { type DisableSearch, disableSearch } from './disable-search/disable-search.js'
import {
  type EmulateFieldFiltering,
  emulateFieldFiltering,
} from './emulate-field-filtering/emulate-field-filtering.js'
import {
  type EmulateFieldOperator,
  emulateFieldOperator,
} from './emulate-field-operator/emulate-field-operator.js'
import {
  type EmulateFieldSorting,
  emulateFieldSorting,
} from './emulate-field-sorting/emulate-field-sorting.js'
import { type ImportField, importField } from './import-field/import-field.js'
import { type OverrideCreate, overrideCreate } from './override-create/override-create.js'
import { type OverrideDelete, overrideDelete } from './override-delete/override-delete.js'
import { type OverrideUpdate, overrideUpdate } from './override-update/override-update.js'
import { removeCollection } from './remove-collection/remove-collection.js'
import { type RemoveField, removeField } from './remove-field/remove-field.js'
import { type RenameField, renameField } from './rename-field/rename-field.js'
import {
  type ReplaceFieldBinaryMode,
  replaceFieldBinaryMode,
} from './replace-field-binary-mode/replace-field-binary-mode.js'
import {
  type ReplaceFieldOperator,
  replaceFieldOperator,
} from './replace-field-operator/replace-field-operator.js'
import {
  type ReplaceFieldSorting,
  replaceFieldSorting,
} from './replace-field-sorting/replace-field-sorting.js'
import {
  type ReplaceFieldWriting,
  replaceFieldWriting,
} from './replace-field-writing/replace-field-writing.js'
import { type ReplaceSearch, replaceSearch } from './replace-search/replace-search.js'
import { type SetFieldNullable, setFieldNullable } from './set-field-nullable/set-field-nullable.js'
import { type Use, use, useOnAgent } from './use/use.js'

/**
 * Everything a customer can chain on a collection. The variances are told: TypeScript before 7 would
 * compare all of it to find them, and give up on a schema of some size.
 */
export interface CollectionCustomizer<
  S extends Schema = Schema,
  in out N extends keyof S = keyof S,
  in out A extends Additions = AtFirst<S>,
> extends Added<A>,
    AddAction<S, N, A>,
    AddChart<S, N, A>,
    AddExternalRelation<S, N, A>,
    AddField<S, N, A>,
    AddFieldValidation<S, N, A>,
    AddHook<S, N, A>,
    AddManyToManyRelation<S, N, A>,
    AddManyToOneRelation<S, N, A>,
    AddOneToManyRelation<S, N, A>,
    AddOneToOneRelation<S, N, A>,
    AddSegment<S, N, A>,
    DisableCount<S, N, A>,
    DisableFieldSorting<S, N, A>,
    DisableSearch<S, N, A>,
    EmulateFieldFiltering<S, N, A>,
    EmulateFieldOperator<S, N, A>,
    EmulateFieldSorting<S, N, A>,
    ImportField<S, N, A>,
    OverrideCreate<S, N, A>,
    OverrideDelete<S, N, A>,
    OverrideUpdate<S, N, A>,
    RemoveField<S, N, A>,
    RenameField<S, N, A>,
    ReplaceFieldBinaryMode<S, N, A>,
    ReplaceFieldOperator<S, N, A>,
    ReplaceFieldSorting<S, N, A>,
    ReplaceFieldWriting<S, N, A>,
    ReplaceSearch<S, N, A>,
    SetFieldNullable<S, N, A>,
    Use<S, N, A> {}

/** Operations of the chain of a collection: each becomes a method that records. */
export const collectionOperations = [
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
] as const

/** Everything a journal can hold. */
export const operations: readonly Operation[] = [...collectionOperations, removeCollection]

/** Calls on the agent itself. */
export const agentOperations: readonly AgentOperation[] = [addAgentChart, useOnAgent]
