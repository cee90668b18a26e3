import type { WriteMail } from '../../mail/mail-worker.js'
import { findPublicBase } from '../../mail/public-base.js'
import { writeLetter } from '../../mail/write-letter.js'
import { createAccountLink } from '../account-links/account-links.js'
import { formatResetPath, MAILED_MINUTES } from './reset-links.js'

/** Writes the mail with which a person sets a new password. Its link is made now and stored as a hash. */
export const writeResetMail: WriteMail = async ({ store, config }, [mail]) => {
  const person = await store.db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', mail?.userId ?? 0)
    .where('disabled_at', 'is', null)
    .where('password_hash', 'is not', null)
    .executeTakeFirst()
  if (!person) return undefined
  const { token } = await createAccountLink(store.db, {
    kind: 'password',
    userId: person.id,
    email: person.email,
    minutes: MAILED_MINUTES,
  })
  return {
    to: person.email,
    ...writeLetter({
      subject: 'Set a new password',
      parts: [
        { paragraph: `Somebody asked for a new password of the account ${person.email}.` },
        {
          label: `To set it, open this link within ${MAILED_MINUTES} minutes; it works once`,
          link: findPublicBase(config) + formatResetPath(token),
        },
      ],
      footer: [
        {
          paragraph:
            'If you did not ask for it, ignore this message: your password stays as it is.',
        },
      ],
    }),
  }
}
