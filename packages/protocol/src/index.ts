export { withoutPrefix } from './agent-address.js'
export type {
  WireActionRights,
  WireApproval,
  WireAuthorization,
  WireCollectionRights,
  WireCondition,
  WireCustomization,
  WireEndedGrants,
  WireEvent,
  WireIpRule,
  WireIpRules,
  WireNoCodeAction,
  WirePermissions,
  WireRendering,
  WireRenderingCollection,
  WireRenderings,
  WireRight,
  WireUser,
} from './agent-api.js'
export type { ErrorShape } from './errors.js'
export { isServiceError, ServiceError } from './errors.js'
export { ExactNumber, parseExactJson, stringifyExactJson } from './exact-json.js'
export { knownNames, nearestNames } from './known-names.js'
export { nameFromPath, nameInPath, routeWords } from './path-name.js'
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
export { checkOptionNames, namesOf, OptionError, unknownOption } from './unknown-option.js'
export { misspeltVariables, unknownVariables } from './variables.js'
export { isWebhookUrl } from './webhook-url.js'
export { withoutTrailing } from './without-trailing.js'
