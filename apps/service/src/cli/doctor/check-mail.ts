import type { Config } from '../../config.js'
import { openMailer } from '../../mail/open-mailer.js'
import { readSmtpUrl } from '../../mail/smtp-settings.js'
import { broken, describeReason, type Finding, ok, skipped } from './finding.js'

/** Whether the mail server accepts the connection and the credentials. Sends nothing. */
export async function checkMail(config: Config): Promise<Finding> {
  const check = 'mail'
  const settings = config.smtpUrl === undefined ? undefined : readSmtpUrl(config.smtpUrl)
  if (!settings) return skipped(check, 'SERVICE_SMTP_URL is not set: no mail is sent.')
  const server = `The mail server at ${settings.host}:${settings.port}`
  try {
    const mailer = openMailer(config)
    await mailer?.verify()
    return ok(check, `${server} accepts mail.`)
  } catch (error) {
    if (error instanceof Error && error.name === 'ConfigurationError') {
      const message = describeReason(error).replace(/^The configuration is wrong: /, '')
      return broken(check, `${message}.`, 'Set what is missing.')
    }
    const message = `${server} cannot be used: ${describeReason(error)}.`
    return broken(check, message, 'Check SERVICE_SMTP_URL: host, port, user, password and TLS.')
  }
}
