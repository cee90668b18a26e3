import type { Logger } from 'pino'
import type { Config } from '../config.js'
import type { Metrics } from '../operations/metrics.js'
import type { SecretBox } from '../secrets/secret-box.js'
import type { Store } from '../store/open-store.js'
import type { MailKind } from '../store/schema.js'
import type { Mailer, Message } from './open-mailer.js'
import { endMail, giveUpOldMail, type TakenMail, takeMail } from './queue-mail.js'

/** What mail is written and sent with. */
export interface MailDeps {
  readonly store: Store
  readonly config: Config
  readonly secrets: SecretBox
  readonly log: Logger
  readonly metrics: Metrics
  readonly mailer: Mailer
}

/** Writes one message of mail that belongs together; undefined when there is nothing to send any more. */
export type WriteMail = (deps: MailDeps, mail: readonly TakenMail[]) => Promise<Message | undefined>

/** Sends the mail of the queue, which all instances share. */
export interface MailWorker {
  start(): void
  /** Looks at the queue now, because mail was queued. */
  wake(): void
  stop(): Promise<void>
}

/** In milliseconds. */
const POLL = 2_000

/** Creates the worker of this instance. It waits for nothing before `start`. */
export function createMailWorker(
  deps: MailDeps,
  writers: Readonly<Record<MailKind, WriteMail>>,
  poll = POLL,
): MailWorker {
  let timer: NodeJS.Timeout | undefined
  let working: Promise<void> | undefined
  let isWanted = false
  let isStopped = false

  const wake = () => {
    isWanted = true
    working ??= (async () => {
      while (isWanted && !isStopped) {
        isWanted = false
        await sendWaiting(deps, writers, () => isStopped).catch(error =>
          deps.log.warn({ err: error }, 'cannot read the queue of mail; retrying'),
        )
      }
      working = undefined
    })()
  }

  return {
    start() {
      timer = setInterval(wake, poll).unref()
      wake()
    },
    wake,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await working
    },
  }
}

/** Sends what is due, until nothing is or the mail server fails. */
export async function sendWaiting(
  deps: MailDeps,
  writers: Readonly<Record<MailKind, WriteMail>>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  await giveUp(deps)
  while (!isStopped()) {
    const mail = await takeMail(deps.store.db)
    const [first] = mail
    if (!first || !(await send(deps, writers[first.kind], mail))) return
  }
}

async function giveUp({ store, log, metrics }: MailDeps): Promise<void> {
  const kinds = await giveUpOldMail(store.db)
  if (kinds.length === 0) return
  metrics.mailEnded('given_up', kinds.length)
  log.error(
    { count: kinds.length, kinds: [...new Set(kinds)] },
    'mail was given up, because the mail server did not take it within a day',
  )
}

/** Returns whether the mail server may be asked again at once. */
async function send(
  deps: MailDeps,
  write: WriteMail,
  mail: readonly TakenMail[],
): Promise<boolean> {
  const { store, log, metrics, mailer } = deps
  try {
    const message = await write(deps, mail)
    if (message) await mailer.send(message)
    await endMail(store.db, mail, message ? 'sent' : 'skipped')
    if (message) metrics.mailEnded('sent', 1)
    return true
  } catch (error) {
    metrics.mailEnded('failed', 1)
    const [first] = mail
    log.warn({ err: error, kind: first?.kind, mailId: first?.id }, 'cannot send mail; retrying')
    return false
  }
}
