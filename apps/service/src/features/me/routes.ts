import { z } from 'zod'
import { personRoute, type Route } from '../../http/route.js'
import { triedPassword } from '../people/person-fields.js'
import { Name } from '../projects/fields.js'
import { Account, toAccount } from './account.js'
import { changeNames } from './change-names.js'
import { changePassword } from './change-password.js'

const tag = 'My account'

/** Routes for the signed-in person's own account. */
export const meRoutes: readonly Route[] = [
  personRoute(
    {
      method: 'get',
      path: '/api/me',
      tag,
      summary: 'Show your own account',
      response: Account,
    },
    async ({ person }) => toAccount(person),
  ),
  personRoute(
    {
      method: 'patch',
      path: '/api/me',
      tag,
      summary: 'Change your own names',
      body: z.strictObject({
        firstName: Name.optional(),
        lastName: Name.optional(),
        username: Name.optional(),
      }),
      response: Account,
      errors: {
        password_session_required:
          'The session was opened through single sign-on, and the account has a password.',
      },
    },
    async ({ deps, person, body }) => changeNames(deps, person, body),
  ),
  personRoute(
    {
      method: 'post',
      path: '/api/me/password',
      tag,
      summary: 'Change your own password',
      description:
        'Ends your other sessions. Personal tokens, grants of OAuth clients and sessions at agents end as well, unless `endOtherAccess` is false.',
      who: 'session',
      body: z.strictObject({
        currentPassword: triedPassword,
        newPassword: triedPassword,
        endOtherAccess: z.boolean().default(true),
      }),
      status: 204,
      errors: {
        weak_password: 'The new password is easy to guess.',
        wrong_password: 'The current password is wrong.',
        rate_limited: 'There were too many attempts.',
      },
    },
    async ({ deps, request, person, body }) => {
      await changePassword(deps, request, person, body)
      return undefined
    },
  ),
]
