import type { Hono } from 'hono'
import type { Deps } from './deps.js'
import { activityLogRequestRoutes } from './features/activity-logs/activity-log-request-routes.js'
import { activityLogWritingRoutes } from './features/activity-logs/activity-log-writing-routes.js'
import { panelActivityLogsRoutes } from './features/activity-logs/panel-activity-logs-routes.js'
import { publicActivityLogsRoutes } from './features/activity-logs/public-activity-logs-routes.js'
import { recordActivityRoutes } from './features/activity-logs/record-activity-routes.js'
import { panelAdminLogsRoutes } from './features/admin-logs/panel-admin-logs-routes.js'
import { publicAdminLogsRoutes } from './features/admin-logs/public-admin-logs-routes.js'
import { agentApiRoutes } from './features/agent-api/routes.js'
import { agentCodeRoutes } from './features/agent-codes/routes.js'
import { actionApprovalsRoutes } from './features/approvals/action-approvals-routes.js'
import { agentApprovalRoutes } from './features/approvals/agent-routes.js'
import { approvalRoutes } from './features/approvals/routes.js'
import { bootRoutes } from './features/boot/routes.js'
import { chartRoutes } from './features/charts/routes.js'
import { customizationRoutes } from './features/customizations/routes.js'
import { dashboardRoutes } from './features/dashboards/routes.js'
import { emailAddressRoutes } from './features/email-address/routes.js'
import { environmentSchemaRoutes } from './features/environment-schema/routes.js'
import { environmentRoutes } from './features/environments/routes.js'
import { personEventRoutes } from './features/events/routes.js'
import { forgottenPasswordRoutes } from './features/forgotten-password/routes.js'
import { healthRoutes } from './features/health/routes.js'
import { invitationPageRoutes } from './features/invitation-page/routes.js'
import { invitationRoutes } from './features/invitations/routes.js'
import { ipRulesRoutes } from './features/ip-rules/routes.js'
import { jobRoutes } from './features/jobs/routes.js'
import { layoutRoutes } from './features/layouts/routes.js'
import { meRoutes } from './features/me/routes.js'
import { metricsRoutes } from './features/metrics/routes.js'
import { noteWritingRoutes } from './features/notes/note-writing-routes.js'
import { panelNotesRoutes } from './features/notes/panel-notes-routes.js'
import { publicNotesRoutes } from './features/notes/public-notes-routes.js'
import { notificationRoutes } from './features/notifications/routes.js'
import { grantRoutes } from './features/oauth/grant-routes.js'
import { oauthRoutes } from './features/oauth/routes.js'
import { oidcRoutes } from './features/oidc/routes.js'
import { panelRoutes } from './features/panel/routes.js'
import { peopleRoutes } from './features/people/routes.js'
import { personalTokenRoutes } from './features/personal-tokens/routes.js'
import { preferenceRoutes } from './features/preferences/routes.js'
import { projectRoutes } from './features/projects/routes.js'
import { referenceRoutes } from './features/reference/routes.js'
import { renderingRoutes } from './features/renderings/routes.js'
import { retentionRoutes } from './features/retention/routes.js'
import { roleRoutes } from './features/roles/routes.js'
import { scopeRoutes } from './features/scopes/routes.js'
import { segmentRoutes } from './features/segments/routes.js'
import { sessionRoutes } from './features/sessions/routes.js'
import { signInPageRoutes } from './features/sign-in-page/routes.js'
import { ssoRoutes } from './features/sso/routes.js'
import { teamRoutes } from './features/teams/routes.js'
import { tokenRoutes } from './features/tokens/routes.js'
import { projectTwoFactorRoutes } from './features/two-factors/project-routes.js'
import { twoFactorRoutes } from './features/two-factors/routes.js'
import { viewRoutes } from './features/views/routes.js'
import { welcomeRoutes } from './features/welcome/routes.js'
import { mount } from './http/mount.js'
import type { NodeBindings } from './http/request.js'
import type { Route } from './http/route.js'

/** Every route of the service, in the order in which they are matched. */
export const routes: readonly Route[] = [
  ...publicNotesRoutes,
  ...noteWritingRoutes,
  ...publicActivityLogsRoutes,
  ...publicAdminLogsRoutes,
  ...sessionRoutes,
  ...bootRoutes,
  ...personEventRoutes,
  ...ssoRoutes,
  ...signInPageRoutes,
  ...welcomeRoutes,
  ...forgottenPasswordRoutes,
  ...invitationPageRoutes,
  ...oidcRoutes,
  ...oauthRoutes,
  ...grantRoutes,
  ...meRoutes,
  ...twoFactorRoutes,
  ...emailAddressRoutes,
  ...notificationRoutes,
  ...preferenceRoutes,
  ...personalTokenRoutes,
  ...projectRoutes,
  ...environmentRoutes,
  ...environmentSchemaRoutes,
  ...agentCodeRoutes,
  ...teamRoutes,
  ...roleRoutes,
  ...scopeRoutes,
  ...renderingRoutes,
  ...layoutRoutes,
  ...viewRoutes,
  ...segmentRoutes,
  ...chartRoutes,
  ...dashboardRoutes,
  ...peopleRoutes,
  ...projectTwoFactorRoutes,
  ...invitationRoutes,
  ...tokenRoutes,
  ...ipRulesRoutes,
  ...customizationRoutes,
  ...retentionRoutes,
  ...jobRoutes,
  ...panelNotesRoutes,
  ...approvalRoutes,
  ...agentApprovalRoutes,
  ...actionApprovalsRoutes,
  ...panelActivityLogsRoutes,
  ...recordActivityRoutes,
  ...panelAdminLogsRoutes,
  ...activityLogWritingRoutes,
  ...activityLogRequestRoutes,
  ...agentApiRoutes,
  ...panelRoutes,
  ...healthRoutes,
  ...metricsRoutes,
  ...referenceRoutes(() => routes),
]

/** Creates the application from its dependencies. */
export function createApp(deps: Deps): Hono<NodeBindings> {
  return mount(routes, deps)
}
