import type { Logger } from '@service/datasource-toolkit'
import type { EntryEnd } from './audit-entries.js'
import type { AuditTrail, SettledEntry } from './audit-trail.js'

interface Settlement {
  readonly settled: readonly SettledEntry[]
  readonly voided: readonly number[]
}

export type Settle = (ids: readonly number[], ends: readonly EntryEnd[]) => Promise<void>

const mostWaiting = 1000
const retryAfter = 5000

/**
 * Tells an audit trail how changes ended. They have happened: a trail that does not answer then
 * fails no request, and is told later. What is never told stays pending.
 */
export function createSettler(trail: AuditTrail, logger: Logger): Settle {
  const waiting: Settlement[] = []
  let timer: NodeJS.Timeout | undefined

  const tell = async ({ settled, voided }: Settlement): Promise<void> => {
    if (settled.length > 0) await trail.settle(settled)
    if (voided.length > 0) await trail.withdraw(voided)
  }

  const tellLater = (settlement: Settlement): void => {
    if (waiting.length < mostWaiting) waiting.push(settlement)
    if (timer) return
    timer = setTimeout(() => {
      timer = undefined
      void tellAll()
    }, retryAfter)
    timer.unref()
  }

  const tellAll = async (): Promise<void> => {
    for (const settlement of waiting.splice(0)) {
      await tell(settlement).catch(() => tellLater(settlement))
    }
  }

  return async (ids, ends) => {
    const settlement = settlementOf(ids, ends)
    try {
      await tell(settlement)
    } catch (error) {
      logger(
        'Warn',
        'The audit trail could not be told how a change ended: it is told later',
        error,
      )
      tellLater(settlement)
    }
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
