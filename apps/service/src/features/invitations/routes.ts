import { z } from 'zod'
import { findPerson } from '../../http/access/find-person.js'
import { findPublicUrl } from '../../http/public-url.js'
import { memberRoute, openRoute, type Route } from '../../http/route.js'
import { IdPageQuery, idPage, readIdPage } from '../people/id-page.js'
import {
  emailAddress,
  idNumber,
  permissionLevel,
  tags,
  teamIds,
  triedPassword,
} from '../people/person-fields.js'
import { Moment, Name, PathId } from '../projects/fields.js'
import { acceptInvitation, findInvitation } from './accept-invitation.js'
import { Invitation, readInvitations } from './invitation.js'
import { invite, revokeInvitation } from './invite.js'
import { countSentMail, sendInvitation } from './send-invitation.js'

const tag = 'Invitations'
const path = '/api/projects/{projectId}/invitations'
const tokenInPath = z.object({ token: z.string().max(100, 'must be the token of an invitation') })

/** Routes to invite people to a project. */
export const invitationRoutes: readonly Route[] = [
  memberRoute(
    {
      method: 'get',
      path,
      tag,
      summary: 'List the open invitations of a project',
      level: 'admin',
      query: IdPageQuery,
      response: idPage(Invitation),
    },
    async ({ deps, project, query }) =>
      readIdPage(query, page => readInvitations(deps.store.db, project.id, page)),
  ),
  memberRoute(
    {
      method: 'post',
      path,
      tag,
      summary: 'Invite a person to a project',
      description:
        'The link works once, for 7 days. It is sent by mail and not returned. Without a mail server (`SERVICE_SMTP_URL`) it is returned once, here, and an account created with it can only be a member of this project, because the e-mail address is unverified.',
      level: 'admin',
      body: z.strictObject({
        email: emailAddress,
        permissionLevel,
        roleId: idNumber,
        teamIds,
        tags: tags.default({}),
      }),
      status: 201,
      response: Invitation.extend({
        token: z.string().optional().meta({ description: 'Only when it was not mailed' }),
        url: z.string().optional().meta({ description: 'Only when it was not mailed' }),
      }).meta({ id: 'NewInvitation' }),
      errors: {
        already_member: 'The e-mail address belongs to a member of the project.',
        already_invited: 'The e-mail address has an open invitation.',
        mail_failed: 'The mail server did not accept the message, so no invitation was created.',
        rate_limited: 'Too many invitations were mailed, by this admin or to this e-mail address.',
      },
    },
    async ({ deps, project, person, body, request, headers }) => {
      const { mailer } = deps
      const isMailed = mailer !== undefined
      if (isMailed) await countSentMail(deps, person, body.email)
      const { token, ...invitation } = await deps.store.db
        .transaction()
        .execute(transaction => invite(transaction, project.id, person, { ...body, isMailed }))
      headers['Cache-Control'] = 'no-store'
      const url = `${findPublicUrl(deps.config, request)}/invitations/${token}`
      if (!mailer) return { ...invitation, token, url }
      await sendInvitation(deps, mailer, { project, person, invitation, url })
      return invitation
    },
  ),
  memberRoute(
    {
      method: 'delete',
      path: `${path}/{invitationId}`,
      tag,
      summary: 'Revoke an open invitation',
      level: 'admin',
      params: z.object({ invitationId: PathId }),
      status: 204,
    },
    async ({ deps, project, person, params }) => {
      await deps.store.db
        .transaction()
        .execute(transaction =>
          revokeInvitation(transaction, project.id, person, params.invitationId),
        )
      return undefined
    },
  ),
  openRoute(
    {
      method: 'get',
      path: '/api/invitations/{token}',
      tag,
      summary: 'Show the invitation a token belongs to',
      params: tokenInPath,
      response: z
        .object({ projectName: z.string(), email: z.string(), expiresAt: Moment })
        .meta({ id: 'OwnInvitation' }),
    },
    async ({ deps, params, headers }) => {
      const { projectName, email, expiresAt } = await findInvitation(deps, params.token)
      headers['Cache-Control'] = 'no-store'
      return { projectName, email, expiresAt }
    },
  ),
  openRoute(
    {
      method: 'post',
      path: '/api/invitations/{token}/accept',
      tag,
      summary: 'Accept an invitation',
      description:
        'A new person sends the fields of their account. A person with an account signs in with the invited e-mail address and sends {}. An account with an unverified e-mail address can be claimed with a mailed invitation and a new password.',
      params: tokenInPath,
      body: z.strictObject({
        password: triedPassword.optional(),
        firstName: Name.optional(),
        lastName: Name.optional(),
        username: Name.optional(),
      }),
      response: z
        .object({ projectId: z.number(), projectName: z.string(), email: z.string() })
        .meta({ id: 'AcceptedInvitation' }),
      errors: {
        weak_password: 'The password is easy to guess.',
        sign_in_required: 'The e-mail address has an account: sign in to it first.',
        account_unverified:
          'The e-mail address of the account is unverified, and the account was created in another project.',
        other_account: 'The signed-in person is not the one who was invited.',
        other_sign_in_required:
          'The session may access only the project whose single sign-on opened it.',
        already_member: 'The person is already a member.',
        invitation_outdated: 'The role of the invitation no longer exists.',
      },
    },
    async ({ deps, request, params, body }) => {
      const accepted = await acceptInvitation(deps, params.token, body, () =>
        findPerson(deps, request),
      )
      const { projectId, projectName, email } = accepted
      return { projectId, projectName, email }
    },
  ),
]
