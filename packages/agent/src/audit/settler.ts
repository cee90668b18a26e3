import type { Logger } from '@service/base'
import type { EntryEnd } from './audit-entries.js'
import type { AuditTrail, SettledEntry } from './audit-trail.js'

interface Settlement {
  readonly settled: readonly SettledEntry[]
  readonly voided: readonly number[]
}

/** Tells an audit trail how changes ended. */
export interface Settler {
  /** The change has happened: a trail that does not answer fails no request, and is told later. */
  settle(ids: readonly number[], ends: readonly EntryEnd[]): Promise<void>
  /** Rejects when so much waits to be told that another change may not begin. */
  ready(): Promise<void>
  /** Tries to tell all that waits, once; answers how many changes are left. */
  flush(): Promise<number>
}

const mostWaiting = 1000
const retryAfter = 5000
/** After so many failures in a row the trail is away; a few may be the fault of single changes. */
const mostFailures = 3

const settlers = new WeakMap<AuditTrail, Settler>()

/** The settler of a trail: the models before and after a restart share it. */
export function settlerOf(trail: AuditTrail, logger: Logger): Settler {
  const settler = settlers.get(trail) ?? createSettler(trail, logger)
  settlers.set(trail, settler)
  return settler
}

/** Nothing that waits is dropped: while too much waits, changes do not begin, so that it does not grow. */
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

  /** What fails goes to the end, so that it does not hold up the others. */
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
          'The audit trail could not be told how a change ended: it is told later',
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
      throw new Error(`The audit trail waits to be told how ${waiting.length} changes ended.`)
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
