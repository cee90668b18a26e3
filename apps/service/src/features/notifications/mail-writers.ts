import type { WriteMail } from '../../mail/mail-worker.js'
import type { MailKind } from '../../store/schema.js'
import { writeEmailChangedMail, writeVerificationMail } from '../email-address/write-email-mail.js'
import { writeResetMail } from '../forgotten-password/write-reset-mail.js'
import { writeNotifications } from './write-notifications.js'

/** Who writes each kind of mail. */
export const mailWriters: Readonly<Record<MailKind, WriteMail>> = {
  'reset-password': writeResetMail,
  'verify-email': writeVerificationMail,
  'email-changed': writeEmailChangedMail,
  mention: writeNotifications,
  approval: writeNotifications,
  decision: writeNotifications,
}
