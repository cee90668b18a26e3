import { sql } from 'kysely'
import { pino } from 'pino'
import { mailWriters } from '../features/notifications/mail-writers.js'
import { sendWaiting } from '../mail/mail-worker.js'
import { openMailer } from '../mail/open-mailer.js'
import { hashPassword } from '../secrets/password.js'
import { createSeed } from './seed.js'
import { type MailServer, type ReceivedMail, startMailServer } from './start-mail-server.js'
import { startTestService } from './start-test-service.js'
import { until } from './until.js'

export const password = 'seven blue boats 31'

/** A service with a mail server, and people who have passwords. */
export async function startMailWorld(postgresUrl: string | undefined) {
  const mailServer: MailServer = await startMailServer()
  const service = await startTestService(postgresUrl, {
    publicUrl: 'http://service.example/',
    mailFrom: 'service@example.com',
    smtpUrl: mailServer.url,
  })
  const { db } = service.deps.store
  const hash = await hashPassword(password)
  const lines: { msg: string }[] = []

  return {
    service,
    db,
    mailServer,
    seed: createSeed(service.deps.store),
    /** What sending by `sendDue` complained of. */
    lines,
    setPassword: (id: number) =>
      db.updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute(),
    /** Waits for the message to an address, and takes it out. */
    async receive(to: string): Promise<ReceivedMail> {
      const isHere = (mail: ReceivedMail) => mail.to.includes(to)
      await until(() => mailServer.received.some(isHere))
      return mailServer.received.splice(mailServer.received.findIndex(isHere), 1)[0] as ReceivedMail
    },
    /** Makes all waiting mail due, as if its time had come. */
    hurry: () =>
      db
        .updateTable('mail_queue')
        .set({ next_at: sql<string>`clock_timestamp()` })
        .where('done_at', 'is', null)
        .execute(),
    /** Sends what is due, as one more instance. */
    async sendDue(smtpUrl = mailServer.url) {
      const mailer = openMailer({ ...service.config, smtpUrl })
      const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
      if (mailer) {
        const deps = { ...service.deps, mailer, log: pino({ level: 'warn' }, stream) }
        await sendWaiting(deps, mailWriters)
      }
    },
    async stop() {
      await service.stop()
      await mailServer.stop()
    },
  }
}

export type MailWorld = Awaited<ReturnType<typeof startMailWorld>>

/** The path of a link in a message. */
export const readLink = ({ text }: ReceivedMail): string =>
  /^http:\/\/service\.example(\/\S+)$/m.exec(text)?.[1] ?? ''
