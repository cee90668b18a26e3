import { createTransport } from 'nodemailer'
import type { Config } from '../config.js'
import { ConfigurationError } from '../errors.js'
import { readSmtpUrl } from './smtp-settings.js'

/** A message of plain text to one person. */
interface Message {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Hands messages to the mail server. */
export interface Mailer {
  send(message: Message): Promise<void>
}

const MILLISECONDS = 10_000

/** The mailer of the settings; undefined when there is no mail server. */
export function openMailer({ smtpUrl, mailFrom, publicUrl }: Config): Mailer | undefined {
  const settings = smtpUrl === undefined ? undefined : readSmtpUrl(smtpUrl)
  if (!settings) return undefined
  const missing = [
    ...(mailFrom === undefined ? ['SERVICE_MAIL_FROM must be set when SERVICE_SMTP_URL is.'] : []),
    // Without it links would lead wherever the Host header of a request says.
    ...(publicUrl === undefined
      ? ['SERVICE_PUBLIC_URL must be set when SERVICE_SMTP_URL is: messages hold links.']
      : []),
  ]
  if (mailFrom === undefined || missing.length > 0) throw new ConfigurationError(missing)
  const transport = createTransport({
    ...settings,
    connectionTimeout: MILLISECONDS,
    greetingTimeout: MILLISECONDS,
    socketTimeout: MILLISECONDS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text }) {
      await transport.sendMail({
        from: { name: '', address: mailFrom },
        to: { name: '', address: to },
        subject,
        text,
      })
    },
  }
}
