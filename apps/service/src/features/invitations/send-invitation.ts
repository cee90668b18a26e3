import type { Deps } from '../../deps.js'
import { MailFailedError, RateLimitedError } from '../../errors.js'
import type { Person } from '../../http/access/callers.js'
import type { Mailer } from '../../mail/open-mailer.js'
import { writeLetter } from '../../mail/write-letter.js'
import type { Invitation } from './invitation.js'
import { revokeInvitation } from './invite.js'

interface Sending {
  readonly project: { readonly id: number; readonly name: string }
  readonly person: Person
  readonly invitation: Invitation
  readonly url: string
}

/** Limits invitation mails per recipient and per sender, so that they cannot be used for spam. */
export async function countSentMail(
  { limits }: Deps,
  { id }: Person,
  recipient: string,
): Promise<void> {
  const results = [
    await limits.hit('mailBy', String(id)),
    await limits.hit('mailTo', recipient),
  ].filter(({ isAllowed }) => !isAllowed)
  if (results.length === 0) return
  const seconds = Math.ceil(Math.max(1, ...results.map(({ resetMs }) => resetMs / 1000)))
  throw new RateLimitedError(
    seconds,
    `Too many invitations were mailed, by you or to ${recipient}. Try again in ${seconds} s.`,
  )
}

/**
 * Mails the link to the invited person. If that fails, the invitation is revoked, because nobody has received the
 * link.
 */
export async function sendInvitation(
  { store, limits, log }: Deps,
  mailer: Mailer,
  { project, person, invitation, url }: Sending,
): Promise<void> {
  const { email, expiresAt } = invitation
  try {
    await mailer.send({
      to: email,
      ...writeLetter({
        subject: `Invitation to ${project.name}`,
        parts: [
          {
            paragraph: `${person.username} (${person.email}) invites you to the project ${project.name}.`,
          },
          {
            label: `To accept, open this link. It is for you alone, works once, and ends on ${expiresAt.slice(0, 10)}`,
            link: url,
          },
        ],
        footer: [{ paragraph: 'If you do not expect this invitation, ignore this message.' }],
      }),
    })
  } catch (error) {
    log.warn(
      { err: error, invitationId: invitation.id },
      'cannot mail an invitation; it was revoked',
    )
    await limits.reset('mailTo', email)
    await store.db
      .transaction()
      .execute(transaction => revokeInvitation(transaction, project.id, person, invitation.id))
    throw new MailFailedError(email, { cause: error })
  }
}
