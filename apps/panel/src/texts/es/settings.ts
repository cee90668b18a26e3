import activityLogs from './settings/activityLogs.json' with { type: 'json' }
import adminLogs from './settings/adminLogs.json' with { type: 'json' }
import apiTokens from './settings/apiTokens.json' with { type: 'json' }
import clients from './settings/clients.json' with { type: 'json' }
import codelessActions from './settings/codelessActions.json' with { type: 'json' }
import environments from './settings/environments.json' with { type: 'json' }
import ipRules from './settings/ipRules.json' with { type: 'json' }
import jobs from './settings/jobs.json' with { type: 'json' }
import notifications from './settings/notifications.json' with { type: 'json' }
import onboarding from './settings/onboarding.json' with { type: 'json' }
import ownClients from './settings/ownClients.json' with { type: 'json' }
import people from './settings/people.json' with { type: 'json' }
import personalTokens from './settings/personalTokens.json' with { type: 'json' }
import profile from './settings/profile.json' with { type: 'json' }
import project from './settings/project.json' with { type: 'json' }
import resetLink from './settings/resetLink.json' with { type: 'json' }
import retention from './settings/retention.json' with { type: 'json' }
import roles from './settings/roles.json' with { type: 'json' }
import scopes from './settings/scopes.json' with { type: 'json' }
import security from './settings/security.json' with { type: 'json' }
import segments from './settings/segments.json' with { type: 'json' }
import settings from './settings/settings.json' with { type: 'json' }
import sso from './settings/sso.json' with { type: 'json' }
import teams from './settings/teams.json' with { type: 'json' }

/** The texts of the settings, and of what administrators use. */
export default {
  activityLogs,
  adminLogs,
  apiTokens,
  clients,
  codelessActions,
  environments,
  ipRules,
  jobs,
  notifications,
  onboarding,
  ownClients,
  people,
  personalTokens,
  profile,
  project,
  resetLink,
  retention,
  roles,
  scopes,
  security,
  segments,
  settings,
  sso,
  teams,
}
