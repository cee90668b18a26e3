import type { Logger } from '@service/base'
import type { EntryEnd } from './audit-entries.js'
import type { AuditTrail, SettledEntry } from './audit-trail.js'

interface Settlement {
  readonly settled: readonly SettledEntry[]
  readonly voided: readonly number[]
}

/** Records in an audit trail how changes ended. */
export interface Settler {
  /** Never fails a request, since the change has happened: outcomes that cannot be stored are retried later. */
  settle(ids: readonly number[], ends: readonly EntryEnd[]): Promise<void>
  /** Rejects while so many outcomes wait that another change may not begin. */
  ready(): Promise<void>
  /** Tries once to store all waiting outcomes; returns how many changes are left. */
  flush(): Promise<number>
}

const mostWaiting = 1000
const retryAfter = 5000
/** The trail counts as unavailable after this many failures in a row; fewer may be caused by single changes. */
const mostFailures = 3

const settlers = new WeakMap<AuditTrail, Settler>()

/** The recorder of a trail, shared by the models before and after a restart. */
export function settlerOf(trail: AuditTrail, logger: Logger): Settler {
  const settler = settlers.get(trail) ?? createSettler(trail, logger)
  settlers.set(trail, settler)
  return settler
}

/** Drops nothing: while too many outcomes wait, no change begins. */
export function createSettler(trail: AuditTrail, logger: Logger): Settler {
  const waiting: Settlement[] = []
  let timer: NodeJS.Timeout | undefined
  let telling: Promise<void> | undefined

  const tell = async ({ settled, voided }: Settlement): Promise<void> => {
    if (settled.length > 0) await trail.settle(settled)
    if (voided.length > 0) await trail.withdraw(voided)
  }

  const plan = (): void => {
    if (timer) return
    timer = setTimeout(() => {
      timer = undefined
      void tellAll()
    }, retryAfter)
    timer.unref()
  }

  /** Moves what fails to the end of the queue, so that it does not delay the others. */
  const tellEach = async (): Promise<void> => {
    let failures = 0
    for (let left = waiting.length; left > 0 && failures < mostFailures; left -= 1) {
      const settlement = waiting.shift()
      if (!settlement) return
      const isTold = await tell(settlement).then(
        () => true,
        () => false,
      )
      failures = isTold ? 0 : failures + 1
      if (!isTold) waiting.push(settlement)
    }
  }

  const tellAll = (): Promise<void> => {
    telling ??= tellEach().finally(() => {
      telling = undefined
      if (waiting.length > 0) plan()
    })
    return telling
  }

  return {
    async settle(ids, ends) {
      const settlement = settlementOf(ids, ends)
      try {
        await tell(settlement)
      } catch (error) {
        logger(
          'Warn',
          'The outcome of a change could not be stored in the audit trail: it is retried later',
          error,
        )
        waiting.push(settlement)
        plan()
      }
    },
    async ready() {
      if (waiting.length < mostWaiting) return
      await tellAll()
      if (waiting.length < mostWaiting) return
      throw new Error(
        `The outcomes of ${waiting.length} changes could not be stored in the audit trail yet.`,
      )
    },
    async flush() {
      if (waiting.length > 0) await tellAll()
      clearTimeout(timer)
      timer = undefined
      return waiting.length
    },
  }
}

function settlementOf(ids: readonly number[], ends: readonly EntryEnd[]): Settlement {
  const settled: SettledEntry[] = []
  const voided: number[] = []
  ids.forEach((id, index) => {
    const end = ends[index] ?? 'kept'
    if (end === 'void') voided.push(id)
    else settled.push(end === 'kept' ? { id } : { id, change: end })
  })
  return { settled, voided }
}
