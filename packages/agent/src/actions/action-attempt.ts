import type { Logger } from '@service/base'
import type { ActionModel, EngineCall, PreparedAction } from '@service/engine'
import type { SelectedRecords } from '../gateway/conditions.js'

/** An action that is about to run, with its records and form values. */
export interface ActionAttempt {
  readonly action: ActionModel
  readonly selected: SelectedRecords
  readonly prepared: PreparedAction
  readonly call: EngineCall
  readonly logger: Logger
}
