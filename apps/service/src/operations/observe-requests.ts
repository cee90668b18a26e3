import type { ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { UnavailableError } from '../errors.js'
import type { ObservedRequest } from '../http/observed-request.js'
import type { OverloadSettings } from '../http/overload.js'
import type { Metrics } from './metrics.js'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/** Rejected requests are logged at most once per interval, so that an overload does not flood the log. */
const REPORT_INTERVAL = 1_000

/**
 * Writes the log line and the metrics of every request: at debug level when it succeeded, otherwise at info.
 */
export function observeRequests(
  metrics: Metrics,
  log: Logger,
): Pick<OverloadSettings, 'done' | 'refused'> {
  let refusals = 0
  const report = () => {
    log.warn(
      { refusals },
      'requests were rejected: too many at the same time, or the service is stopping',
    )
    refusals = 0
  }
  return {
    done(request: ObservedRequest, response: ServerResponse, milliseconds: number) {
      const isWhole = response.writableFinished
      const { statusCode: status } = response
      const outcome = isWhole ? `${Math.floor(status / 100)}xx` : 'aborted'
      const method = METHODS.has(request.method ?? '') ? (request.method as string) : 'other'
      metrics.recordResponse(request.route, method, outcome, milliseconds / 1000)
      const level = isWhole && status < 400 ? 'debug' : 'info'
      if (!log.isLevelEnabled(level)) return
      log[level](
        {
          requestId: request.id,
          method,
          route: request.route,
          ...(isWhole && { status }),
          ms: Math.round(milliseconds * 10) / 10,
        },
        isWhole ? 'answered' : 'the client disconnected before the end of the response',
      )
    },
    refused(error: UnavailableError) {
      metrics.failed(error.code)
      if (refusals === 0) setTimeout(report, REPORT_INTERVAL).unref()
      refusals += 1
    },
  }
}
