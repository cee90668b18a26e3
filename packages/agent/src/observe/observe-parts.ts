import type { ObserveStatement } from '@service/datasource-toolkit'
import type { PlanObserver } from '@service/engine'
import type { Outbox } from '../activity/outbox.js'
import type { Gateway } from '../gateway/gateway.js'
import { type Observer, observe } from './observer.js'

/** Measures the check of the session and of the permissions. */
export function observeGateway(gateway: Gateway, observer: Observer): Gateway {
  const part = { kind: 'permissions' } as const
  return {
    ...gateway,
    open: (request, requestId) => observe(observer, part, () => gateway.open(request, requestId)),
    openDownload: (request, requestId, token, target) =>
      observe(observer, part, () => gateway.openDownload(request, requestId, token, target)),
  }
}

/** Measures the entries of the activity log until they are stored; they are sent to the service later. */
export function observeOutbox(outbox: Outbox, observer: Observer): Outbox {
  const run = <T>(operation: string, work: () => T) =>
    observe(observer, { kind: 'activity log', operation }, work)
  return {
    get figures() {
      return outbox.figures
    },
    add: (entry, occurredAt, recordIds) =>
      run('add', () => outbox.add(entry, occurredAt, recordIds)),
    begin: (...args) => run('begin', () => outbox.begin(...args)),
    recordOutcome: outcome => run('end', () => outbox.recordOutcome(outcome)),
    close: () => outbox.close(),
  }
}

/** Measures the making of plans and their steps in memory. */
export function observePlans(observer: Observer): PlanObserver {
  return {
    started: collection => observer.planStarted?.(collection),
    plan: (collection, make) => observe(observer, { kind: 'plan', collection }, make),
    step: (step, run) => observe(observer, { kind: 'step', step }, run),
  }
}

/** Measures the statements that data sources send to their databases. */
export function observeStatements(observer: Observer): ObserveStatement {
  return (statement, run) => observe(observer, { kind: 'statement', statement }, run)
}
