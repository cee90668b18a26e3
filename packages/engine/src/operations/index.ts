import type { Added, Additions, Nothing } from '../typings/additions.js'
import type { Schema } from '../typings/schema.js'
import { type AddField, addField } from './add-field/add-field.js'
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
import { type DisableCount, disableCount } from './disable-count/disable-count.js'
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
import { removeCollection } from './remove-collection/remove-collection.js'

/** Everything a customer can chain on a collection. */
export interface CollectionCustomizer<
  S extends Schema = Schema,
  N extends keyof S = keyof S,
  A extends Additions = Nothing,
> extends Added<A>,
    AddField<S, N, A>,
    AddManyToManyRelation<S, N, A>,
    AddManyToOneRelation<S, N, A>,
    AddOneToManyRelation<S, N, A>,
    AddOneToOneRelation<S, N, A>,
    AddSegment<S, N, A>,
    DisableCount<S, N, A>,
    DisableSearch<S, N, A>,
    EmulateFieldFiltering<S, N, A>,
    EmulateFieldOperator<S, N, A>,
    EmulateFieldSorting<S, N, A> {}

/** Operations of the chain of a collection: each becomes a method that records. */
export const collectionOperations = [
  addField,
  addManyToManyRelation,
  addManyToOneRelation,
  addOneToManyRelation,
  addOneToOneRelation,
  addSegment,
  disableCount,
  disableSearch,
  emulateFieldFiltering,
  emulateFieldOperator,
  emulateFieldSorting,
] as const

/** Everything a journal can hold. */
export const operations = [...collectionOperations, removeCollection] as const
