import type { Logger } from '@service/base'
import type { EntryEnd } from './audit-entries.js'
import type { AuditTrail, SettledEntry } from './audit-trail.js'

interface Outcome {
  readonly outcomes: readonly SettledEntry[]
  readonly voided: readonly number[]
}

/** Records in an audit trail how changes ended. */
export interface OutcomeRecorder {
  /** Never fails a request, since the change has happened: outcomes that cannot be stored are retried later. */
  record(ids: readonly number[], ends: readonly EntryEnd[]): Promise<void>
  /** Rejects while so many outcomes wait that another change may not begin. */
  ready(): Promise<void>
  /** Tries once to store all waiting outcomes; returns how many changes are left. */
  flush(): Promise<number>
}

const maxWaiting = 1000
const retryAfter = 5000
/** The trail counts as unavailable after this many failures in a row; fewer may be caused by single changes. */
const maxFailures = 3

const recorders = new WeakMap<AuditTrail, OutcomeRecorder>()

/** The recorder of a trail, shared by the models before and after a restart. */
export function getOutcomeRecorder(trail: AuditTrail, logger: Logger): OutcomeRecorder {
  const outcomeRecorder = recorders.get(trail) ?? createOutcomeRecorder(trail, logger)
  recorders.set(trail, outcomeRecorder)
  return outcomeRecorder
}

/** Drops nothing: while too many outcomes wait, no change begins. */
export function createOutcomeRecorder(trail: AuditTrail, logger: Logger): OutcomeRecorder {
  const waiting: Outcome[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  const write = async ({ outcomes, voided }: Outcome): Promise<void> => {
    if (outcomes.length > 0) await trail.settle(outcomes)
    if (voided.length > 0) await trail.withdraw(voided)
  }

  const plan = (): void => {
    if (timer) return
    timer = setTimeout(() => {
      timer = undefined
      void writeAll()
    }, retryAfter)
    timer.unref()
  }

  /** Moves what fails to the end of the queue, so that it does not delay the others. */
  const writeEach = async (): Promise<void> => {
    let failures = 0
    for (let left = waiting.length; left > 0 && failures < maxFailures; left -= 1) {
      const outcome = waiting.shift()
      if (!outcome) return
      const isWritten = await write(outcome).then(
        () => true,
        () => false,
      )
      failures = isWritten ? 0 : failures + 1
      if (!isWritten) waiting.push(outcome)
    }
  }

  const writeAll = (): Promise<void> => {
    writing ??= writeEach().finally(() => {
      writing = undefined
      if (waiting.length > 0) plan()
    })
    return writing
  }

  return {
    async record(ids, ends) {
      const outcome = toOutcome(ids, ends)
      try {
        await write(outcome)
      } catch (error) {
        logger(
          'Warn',
          'The outcome of a change could not be stored in the audit trail: it is retried later',
          error,
        )
        waiting.push(outcome)
        plan()
      }
    },
    async ready() {
      if (waiting.length < maxWaiting) return
      await writeAll()
      if (waiting.length < maxWaiting) return
      throw new Error(
        `The outcomes of ${waiting.length} changes could not be stored in the audit trail yet.`,
      )
    },
    async flush() {
      if (waiting.length > 0) await writeAll()
      clearTimeout(timer)
      timer = undefined
      return waiting.length
    },
  }
}

function toOutcome(ids: readonly number[], ends: readonly EntryEnd[]): Outcome {
  const outcomes: SettledEntry[] = []
  const voided: number[] = []
  ids.forEach((id, index) => {
    const end = ends[index] ?? 'kept'
    if (end === 'void') voided.push(id)
    else outcomes.push(end === 'kept' ? { id } : { id, change: end })
  })
  return { outcomes, voided }
}
