import { type Answer, ask } from './ask.js'
import type { SeededProject } from './seed.js'
import type { TestService } from './start-test-service.js'

type Headers = Record<string, string>

/** What somebody who accepts an invitation says of themselves. */
export const newAccount = { password: 'seven blue boats 31', firstName: 'Bo', lastName: 'Berg' }

/** The requests of who invites and of who is invited, and the account that comes of it. */
export function createInvitationClient(running: () => TestService) {
  const send = (
    method: string,
    path: string,
    headers: Headers = {},
    body?: unknown,
  ): Promise<Answer> => ask(running().url, method, path, { headers, body })
  return {
    send,
    invite: (project: SeededProject, headers: Headers, email: string) =>
      send('POST', `/api/projects/${project.id}/invitations`, headers, {
        email,
        permissionLevel: 'user',
        roleId: project.role.id,
        teamIds: [project.team.id],
      }),
    accept: (token: string, body: unknown = newAccount, headers: Headers = {}) =>
      send('POST', `/api/invitations/${token}/accept`, headers, body),
    readAccount: (email: string) =>
      running()
        .deps.store.db.selectFrom('users')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirstOrThrow(),
  }
}
