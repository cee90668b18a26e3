import type { Migration } from 'kysely'
import { createTables } from './001-tables.js'
import { addAgents } from './002-agents.js'
import { addSignInAndApprovals } from './003-sign-in-and-approvals.js'
import { addOAuth } from './004-oauth.js'
import { addJobs } from './005-jobs.js'
import { addOccurredAt } from './006-occurred-at.js'
import { addRefreshRetries } from './007-refresh-retries.js'
import { addEnvironmentRights } from './008-environment-rights.js'
import { addUnverifiedAccounts } from './009-unverified-accounts.js'
import { addSessionVersions } from './010-session-versions.js'
import { addCustomizations } from './011-customizations.js'
import { addAgentCodes } from './012-agent-codes.js'
import { addPanel } from './013-panel.js'
import { addMessageChanges } from './014-message-changes.js'
import { addApprovalFilters } from './015-approval-filters.js'
import { addLayoutVersions } from './016-layout-versions.js'
import { addLiveNews } from './017-live-news.js'
import { addRecordActivity } from './018-record-activity.js'
import { addDashboards } from './019-dashboards.js'
import { addTwoFactors } from './020-two-factors.js'
import { addMail } from './021-mail.js'
import { addViewAsRole } from './022-view-as-role.js'
import { addAgentState } from './023-agent-state.js'
import { validateChecks } from './024-validated-checks.js'

/**
 * Every migration of the store, oldest first. A released migration is never changed. Each runs while instances of
 * earlier versions serve, so that it adds; what they no longer use is removed a release later, by a migration whose
 * name ends with the oldest level that may still run, such as `-needs-024`. See docs/operate/upgrades.md.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '001-tables': { up: createTables },
  '002-agents': { up: addAgents },
  '003-sign-in-and-approvals': { up: addSignInAndApprovals },
  '004-oauth': { up: addOAuth },
  '005-jobs': { up: addJobs },
  '006-occurred-at': { up: addOccurredAt },
  '007-refresh-retries': { up: addRefreshRetries },
  '008-environment-rights': { up: addEnvironmentRights },
  '009-unverified-accounts': { up: addUnverifiedAccounts },
  '010-session-versions': { up: addSessionVersions },
  '011-customizations': { up: addCustomizations },
  '012-agent-codes': { up: addAgentCodes },
  '013-panel': { up: addPanel },
  '014-message-changes': { up: addMessageChanges },
  '015-approval-filters': { up: addApprovalFilters },
  '016-layout-versions': { up: addLayoutVersions },
  '017-live-news': { up: addLiveNews },
  '018-record-activity': { up: addRecordActivity },
  '019-dashboards': { up: addDashboards },
  '020-two-factors': { up: addTwoFactors },
  '021-mail': { up: addMail },
  '022-view-as-role': { up: addViewAsRole },
  '023-agent-state': { up: addAgentState },
  '024-validated-checks': { up: validateChecks },
}
