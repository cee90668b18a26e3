import { z } from 'zod'
import { personRoute, type Route } from '../../http/route.js'
import { triedPassword } from '../people/person-fields.js'
import { Name } from '../projects/fields.js'
import { Account, accountOf } from './account.js'
import { changePassword } from './change-password.js'

const tag = 'Me'

/** A person's own account. */
export const meRoutes: readonly Route[] = [
  personRoute(
    {
      method: 'get',
      path: '/api/me',
      tag,
      summary: 'Show your own account',
      answer: Account,
    },
    async ({ person }) => accountOf(person),
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
      answer: Account,
    },
    async ({ deps, person, body }) => {
      const after = accountOf({
        ...person,
        firstName: body.firstName ?? person.firstName,
        lastName: body.lastName ?? person.lastName,
        username: body.username ?? person.username,
      })
      await deps.store.db
        .updateTable('users')
        .set({
          first_name: after.firstName,
          last_name: after.lastName,
          username: after.username,
        })
        .where('id', '=', person.id)
        .execute()
      return after
    },
  ),
  personRoute(
    {
      method: 'post',
      path: '/api/me/password',
      tag,
      summary: 'Change your own password',
      description: 'Ends your other sessions.',
      who: 'session',
      body: z.strictObject({ currentPassword: triedPassword, newPassword: triedPassword }),
      status: 204,
      errors: {
        weak_password: 'The new password is easy to guess.',
        wrong_password: 'The current password is not right.',
        rate_limited: 'There were too many attempts.',
      },
    },
    async ({ deps, person, body }) => {
      await changePassword(deps, person, body)
      return undefined
    },
  ),
]
