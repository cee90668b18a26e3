import type { Deps } from '../../deps.js'
import { ConflictError, RateLimitedError } from '../../errors.js'
import type { Person } from '../../http/access/callers.js'
import { queueAccountMail } from '../../mail/queue-mail.js'
import { checkOwnPassword } from '../me/change-password.js'

/** Mails a link that verifies the e-mail address of the account. */
export async function requestVerification(deps: Deps, person: Person): Promise<void> {
  if (!person.isUnverified) {
    throw new ConflictError('Your e-mail address is verified already.', 'email_verified')
  }
  await queueLink(deps, person, person.email)
}

/** Mails a link to a new e-mail address. The account keeps the old one until the link is used. */
export async function requestEmailChange(
  deps: Deps,
  person: Person,
  { email, currentPassword }: { readonly email: string; readonly currentPassword: string },
): Promise<void> {
  await checkOwnPassword(deps, person, currentPassword)
  if (email === person.email.toLowerCase()) {
    throw new ConflictError('This is your e-mail address already.', 'same_email')
  }
  await queueLink(deps, person, email)
}

async function queueLink(
  { store, limits, mailer, mail }: Deps,
  { id }: Person,
  recipient: string,
): Promise<void> {
  if (!mailer) {
    throw new ConflictError(
      'The service has no mail server. Ask its operator to set SERVICE_SMTP_URL.',
      'mail_not_configured',
    )
  }
  const { isAllowed, resetMs } = await limits.hit('accountMail', `verify:${id}`)
  if (!isAllowed) {
    const seconds = Math.max(1, Math.ceil(resetMs / 1000))
    throw new RateLimitedError(seconds, `Too many links were mailed. Try again in ${seconds} s.`)
  }
  await queueAccountMail(store.db, { kind: 'verify-email', userId: id, recipient })
  mail?.wake()
}
