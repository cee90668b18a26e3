export { createServiceClient } from './client/create-service-client.js'
export type { ServiceClientOptions } from './client/options.js'
export type { InProcessApproval, InProcessApprovalRequest } from './in-process/approvals.js'
export type { InProcessConsent } from './in-process/in-process-oauth.js'
export { createInProcessService } from './in-process/in-process-service.js'
export type { InProcessMcp } from './in-process/mcp.js'
export type {
  InProcessCollectionRights,
  InProcessRights,
  InProcessService,
  InProcessServiceOptions,
  InProcessTeam,
  InProcessUser,
} from './in-process/options.js'
export type { ActivityEntry, RefusedEntry } from './port/activity-entry.js'
export type { CustomizationsPort } from './port/customizations-port.js'
export {
  ApprovalRefusedError,
  GrantRefusedError,
  ServiceAwayError,
  SignInRefusedError,
} from './port/errors.js'
export type {
  Grant,
  GrantCode,
  GrantRequest,
  McpPort,
  NewApprovalRequest,
  OAuthClient,
} from './port/mcp-port.js'
export type { PanelCode, PanelPort, PanelSignIn, Preview } from './port/panel-port.js'
export {
  type ActionRights,
  type CollectionRights,
  type FieldRights,
  type Right,
  type RoleCondition,
  type RoleRight,
  rights,
} from './port/rights.js'
export type {
  ApprovalOutcome,
  ApprovedRequest,
  ServicePort,
  ServiceStatus,
  SignInAnswer,
  SignInRequest,
} from './port/service-port.js'
export type { SignedInUser } from './port/signed-in-user.js'
export type {
  IpRule,
  LiveQuery,
  Rendering,
  RenderingCollection,
  ServiceUser,
  Snapshot,
} from './port/snapshot.js'
export type { Clock } from './transport/clock.js'
