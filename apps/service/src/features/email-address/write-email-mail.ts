import type { Kysely } from 'kysely'
import type { WriteMail } from '../../mail/mail-worker.js'
import { findPublicBase } from '../../mail/public-base.js'
import type { TakenMail } from '../../mail/queue-mail.js'
import { writeLetter } from '../../mail/write-letter.js'
import type { Database } from '../../store/schema.js'
import { createAccountLink } from '../account-links/account-links.js'
import { formatVerificationPath } from './page.js'

const MINUTES = 24 * 60

/** Writes the mail whose link verifies the address it goes to. */
export const writeVerificationMail: WriteMail = async ({ store, config }, [mail]) => {
  const person = await findAccount(store.db, mail)
  if (!person) return undefined
  const to = mail?.recipient ?? person.email
  const { token } = await createAccountLink(store.db, {
    kind: 'email',
    userId: person.id,
    email: to,
    minutes: MINUTES,
  })
  return {
    to,
    ...writeLetter({
      subject: 'Verify your e-mail address',
      parts: [
        { paragraph: `The account ${person.username} is to have the e-mail address ${to}.` },
        {
          label: 'If it is yours, open this link where you are signed in; it works once, for a day',
          link: findPublicBase(config) + formatVerificationPath(token),
        },
      ],
      footer: [{ paragraph: 'If you did not ask for it, ignore this message.' }],
    }),
  }
}

/** Writes the mail that tells the old address of an account. */
export const writeEmailChangedMail: WriteMail = async ({ store }, [mail]) => {
  const person = await findAccount(store.db, mail)
  if (!person || !mail?.recipient) return undefined
  return {
    to: mail.recipient,
    ...writeLetter({
      subject: 'The e-mail address of your account was changed',
      parts: [
        {
          paragraph: `The account ${person.username} had the address ${mail.recipient}, and has another one now. People sign in with the new one.`,
        },
      ],
      footer: [
        {
          paragraph:
            'If it was not you, tell an Admin of your project or the operator of the service.',
        },
      ],
    }),
  }
}

const findAccount = (db: Kysely<Database>, mail: TakenMail | undefined) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'username'])
    .where('id', '=', mail?.userId ?? 0)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
