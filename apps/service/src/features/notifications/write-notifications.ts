import type { WriteMail } from '../../mail/mail-worker.js'
import { findPublicBase } from '../../mail/public-base.js'
import { type LetterPart, writeLetter } from '../../mail/write-letter.js'
import { describeNotification, summarize } from './describe-notification.js'
import { formatPanelPath } from './panel-path.js'
import { readNotifications } from './read-notifications.js'
import { makeUnsubscribeToken } from './unsubscribe-token.js'

/** Further ones are counted, and found in the panel. */
const SHOWN = 20

/** Writes the notifications of a person as one message. */
export const writeNotifications: WriteMail = async ({ store, config, secrets }, mail) => {
  const [first] = mail
  const person = await store.db
    .selectFrom('users')
    .innerJoin('mail_settings as settings', 'settings.user_id', 'users.id')
    .select(['users.id', 'users.email'])
    .select(['settings.mentions', 'settings.approvals', 'settings.decisions'])
    .where('users.id', '=', first?.userId ?? 0)
    .where('users.disabled_at', 'is', null)
    .where('users.unverified_in_project_id', 'is', null)
    .executeTakeFirst()
  if (!person) return undefined
  const wanted = {
    mention: person.mentions,
    approval: person.approvals,
    decision: person.decisions,
  }
  const found = (await readNotifications(store.db, mail)).filter(({ kind }) => wanted[kind])
  const [one, ...others] = found
  if (!one) return undefined
  const base = findPublicBase(config)
  const unsubscribe = `${base}/unsubscribe/${makeUnsubscribeToken(secrets, person.id)}`
  const rest = found.length - SHOWN
  const parts: LetterPart[] = [
    ...found.slice(0, SHOWN).flatMap(notification => describeNotification(notification, base)),
    ...(rest > 0
      ? [
          { paragraph: `${rest} more are in the panel.` },
          { label: 'Open the panel', link: `${base}/app` },
        ]
      : []),
  ]
  return {
    to: person.email,
    ...writeLetter({
      subject:
        others.length === 0 ? summarize(one) : `${summarize(one)}, and ${others.length} more`,
      parts,
      footer: [
        { paragraph: 'You switched on mail about mentions and approvals in your settings.' },
        { label: 'Change it', link: base + formatPanelPath(one, 'settings', 'notifications') },
        { label: 'No more of it', link: unsubscribe },
      ],
    }),
    // RFC 8058: mail programs offer a button for it.
    headers: {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
