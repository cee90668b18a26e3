import type { SchemaAction } from '../schema-action.js'
import type { SchemaField, SchemaSegment } from '../schema-file.js'

/** Header of every response to a signed-in caller: the `tag` of their schema. */
export const schemaTagHeader = 'service-schema-tag'

/** What the caller may do with the records of a collection. */
export interface PanelRights {
  readonly browse: boolean
  readonly read: boolean
  readonly add: boolean
  readonly edit: boolean
  readonly delete: boolean
  readonly export: boolean
}

/**
 * A field that the caller may read. A foreign key is left out when its relation is present, which
 * represents it.
 */
export interface PanelField extends SchemaField {
  /** The operators of a column, in snake case; empty for relations. */
  readonly operators: readonly string[]
  readonly isGroupable: boolean
  /**
   * Whether the caller may set the field; `rights` says whether they may create or update records.
   * A relation to many, or one-to-one, also needs the right to edit its target.
   */
  readonly isWritable: boolean
}

/** `depends`: on the records, the form values or the caller's tags. */
export type ApprovalNeed = 'never' | 'always' | 'depends'

/** An action of a collection that the caller may trigger or approve. */
export interface PanelAction extends SchemaAction {
  readonly mayTrigger: boolean
  readonly needsApproval: ApprovalNeed
  readonly mayApprove: boolean
}

/** A collection that the caller may browse or read. */
export interface PanelCollection {
  readonly name: string
  /** The name of the data source, for groups in the navigation. */
  readonly dataSource: string
  readonly rights: PanelRights
  readonly isCountable: boolean
  readonly isSearchable: boolean
  readonly fields: readonly PanelField[]
  readonly actions: readonly PanelAction[]
  readonly segments: readonly SchemaSegment[]
  /** Names of the charts about one record. */
  readonly charts: readonly string[]
}

/** `GET /_internal/schema`: what the caller may use, and nothing else. */
export interface PanelSchema {
  /** Equal to the header `service-schema-tag` of every response until something changes. */
  readonly tag: string
  readonly collections: readonly PanelCollection[]
  /** Names of the charts of the agent. */
  readonly charts: readonly string[]
  readonly canUseAuditTrail: boolean
  readonly aiNames: readonly string[]
  /** Connections on which native queries can run. */
  readonly nativeQueryConnections: readonly string[]
  readonly rights: 'enforced' | 'open'
}

/** The schema with the ETag by which a later request can name it: comes with a session when it is asked for. */
export interface TaggedPanelSchema {
  readonly etag: string
  readonly body: PanelSchema
}
