import type { CollectionModel } from '../model/model.js'
import type { Filter } from '../query.js'
import type { ActionModel } from './action-model.js'
import type { AnyValues } from './form-values.js'

/** An action to run, on which records, with what was filled in. */
export interface ActionRequest {
  readonly collection: CollectionModel
  readonly action: ActionModel
  readonly filter: Filter
  /** By the id of each field, as received; what is no field of the form is ignored. */
  readonly values: AnyValues
}

/** The form of an action to show. */
export interface FormRequest extends ActionRequest {
  /** The field whose change makes the form be computed again. */
  readonly changedField?: string
  /** Shows this field alone, its options searched for a text. */
  readonly search?: { readonly field: string; readonly text: string }
}
