import { personRoute, type Route } from '../../http/route.js'
import { changePreferences, MAX_PREFERENCES, readPreferences } from './change-preferences.js'
import { Preferences, PreferencesChange } from './preferences.js'

const path = '/api/me/preferences'
const tag = 'My account'

/** Routes for a person's own settings of the panel. */
export const preferenceRoutes: readonly Route[] = [
  personRoute(
    {
      method: 'get',
      path,
      tag,
      summary: 'Show your preferences for the panel',
      description:
        'What is absent has its default. Sessions of the single sign-on of a project have preferences of their own.',
      response: Preferences,
    },
    async ({ deps, person, headers }) => {
      headers['Cache-Control'] = 'no-store'
      return readPreferences(deps.store.db, person)
    },
  ),
  personRoute(
    {
      method: 'patch',
      path,
      tag,
      summary: 'Change your preferences for the panel',
      description:
        'Fields that are absent stay, and null removes one. Simultaneous changes are merged.',
      body: PreferencesChange,
      bodyLimit: MAX_PREFERENCES,
      response: Preferences,
      errors: {
        preferences_too_large: `They would take more than ${MAX_PREFERENCES} bytes with this change.`,
      },
    },
    async ({ deps, person, body }) =>
      deps.store.db
        .transaction()
        .execute(transaction => changePreferences(transaction, person, body)),
  ),
]
