import { createTransport } from 'nodemailer'
import type { Config } from '../config.js'
import { ConfigurationError } from '../errors.js'
import { readSmtpUrl } from './smtp-settings.js'

/** A message to one person. */
export interface Message {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends messages through the mail server. */
export interface Mailer {
  send(message: Message): Promise<void>
  /** Throws unless the mail server accepts the connection and the credentials. Sends nothing. */
  verify(): Promise<void>
}

const MILLISECONDS = 10_000
/** The timeout of a whole message: each step has its own, but a server can take many steps. */
const ALL_MILLISECONDS = 30_000

/**
 * Creates the mailer; undefined when no mail server is configured. A message takes at most `limit`
 * milliseconds.
 */
export function openMailer(
  { smtpUrl, mailFrom, publicUrl }: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'>,
  limit = ALL_MILLISECONDS,
): Mailer | undefined {
  const settings = smtpUrl === undefined ? undefined : readSmtpUrl(smtpUrl)
  if (!settings) return undefined
  const missing = [
    ...(mailFrom === undefined ? ['SERVICE_MAIL_FROM must be set when SERVICE_SMTP_URL is.'] : []),
    // Without a public URL, links would contain the Host header of a request, which clients can choose.
    ...(publicUrl === undefined
      ? ['SERVICE_PUBLIC_URL must be set when SERVICE_SMTP_URL is: messages contain links.']
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
    async send({ to, headers, ...content }) {
      const sending = transport.sendMail({
        ...content,
        from: { name: '', address: mailFrom },
        to: { name: '', address: to },
        // RFC 3834: programs that respond to mail leave this one alone.
        headers: { 'Auto-Submitted': 'auto-generated', ...headers },
      })
      await withTimeout(limit, sending)
    },
    async verify() {
      try {
        await withTimeout(limit, transport.verify())
      } finally {
        transport.close()
      }
    },
  }
}

/** Fails when the work has not ended in time. It does not wait for what the mail server is still doing. */
async function withTimeout(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    const error = new Error(`The mail server took longer than ${milliseconds} milliseconds.`)
    timer = setTimeout(() => reject(error), milliseconds)
  })
  try {
    await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
