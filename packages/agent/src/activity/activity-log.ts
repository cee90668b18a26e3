import type { Logger } from '@service/base'
import type { HttpResponse } from '@service/http'
import { buildReadEntry } from './build-entry.js'
import { followWrite } from './follow-write.js'
import type { Outbox, OutboxFigures } from './outbox.js'
import type { RecordedPath, RecordedRequest, RecordedRoute } from './recorded-request.js'
import {
  type ReadActivity,
  type RouteActivity,
  routeActivities,
  type WriteActivity,
} from './route-activities.js'
import { type Subject, truncateIds } from './truncate-entry.js'

/** Records requests in the activity log. */
export interface ActivityLog {
  readonly figures: OutboxFigures
  /** Runs a route and records what it did. */
  run<Context extends RecordedRequest>(
    route: RecordedRoute<Context>,
    context: Context,
  ): Promise<HttpResponse>
  close(): Promise<void>
}

/** Wraps every route, so that no client can bypass it or choose what is recorded. */
export function createActivityLog(
  outbox: Outbox,
  routes: readonly RecordedPath[],
  logger: Logger,
): ActivityLog {
  const activities = new Map<RecordedPath, RouteActivity | undefined>(
    routes.map(route => [route, routeActivities[`${route.method} ${route.path}`]] as const),
  )
  const warn = (error: unknown) =>
    logger('Warn', 'A response could not be recorded in the activity log', error)

  return {
    get figures() {
      return outbox.figures
    },
    run(route, context) {
      const activity = activities.get(route)
      if (activity === undefined) return route.handler(context)
      return activity.type === 'read'
        ? runRead(activity, route, context)
        : runWrite(activity, route, context)
    },
    close: () => outbox.close(),
  }

  function runRead<Context extends RecordedRequest>(
    activity: ReadActivity,
    route: RecordedRoute<Context>,
    context: Context,
  ): Promise<HttpResponse> {
    const startedAt = Date.now()
    return route.handler(context).then(response => {
      if (response.status < 400) tell(activity, context, startedAt)
      return response
    })
  }

  /** A read gets its response even when it cannot be recorded. */
  function tell(activity: ReadActivity, context: RecordedRequest, startedAt: number): void {
    try {
      const subject = activity.describe(context)
      if (subject instanceof Promise) subject.then(add).catch(warn)
      else add(subject)
    } catch (error) {
      warn(error)
    }

    function add(subject: Subject | undefined): void {
      if (!subject) return
      const recordIds = subject.recordIds && truncateIds(subject.recordIds)
      outbox.add(buildReadEntry(subject, context), startedAt, recordIds)
    }
  }

  async function runWrite<Context extends RecordedRequest>(
    activity: WriteActivity,
    route: RecordedRoute<Context>,
    context: Context,
  ): Promise<HttpResponse> {
    const write = followWrite(outbox, activity, context)
    context.access.watch = write.watch
    let response: HttpResponse
    try {
      response = await route.handler(context)
    } catch (error) {
      await write.failed(error).catch(warn)
      throw error
    }
    await write.recordResponse(response).catch(warn)
    return response
  }
}
