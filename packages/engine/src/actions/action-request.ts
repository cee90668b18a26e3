import type { CollectionModel } from '../model/model.js'
import type { Filter } from '../query.js'
import type { ActionModel } from './action-model.js'
import type { AnyValues } from './form-values.js'

/** An action to run, with its records and submitted values. */
export interface ActionRequest {
  readonly collection: CollectionModel
  readonly action: ActionModel
  readonly filter: Filter
  /** By field id, as received; values for unknown fields are ignored. */
  readonly values: AnyValues
}

/** A request for the form of an action. */
export interface FormRequest extends ActionRequest {
  /** The field whose change causes the form to be computed again. */
  readonly changedField?: string
  /** Returns only this field, with its options searched for a text. */
  readonly search?: { readonly field: string; readonly text: string }
}
