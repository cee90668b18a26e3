export type { ErrorShape } from './errors.js'
export { isServiceError, ServiceError } from './errors.js'
export type { ActionField, ActionFormBody, ActionLayout, SchemaAction } from './schema-action.js'
export type {
  SchemaCollection,
  SchemaField,
  SchemaFieldType,
  SchemaFile,
  SchemaMeta,
  SchemaRelationship,
  SchemaSegment,
  SchemaSubField,
  SchemaValidation,
} from './schema-file.js'
