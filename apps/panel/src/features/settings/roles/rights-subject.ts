import type { UploadedSchema } from '../../../core/rights/uploaded-schema.js'
import type { Collections } from '../../../core/schema/collection-model.js'

/** What rights are about: the collections that the agent uploaded. */
export interface RightsSubject {
  /** Undefined where no agent has uploaded one. */
  readonly schema: UploadedSchema | undefined
  readonly collections: Collections | undefined
}
