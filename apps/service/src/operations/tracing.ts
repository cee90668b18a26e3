import type { IncomingHttpHeaders } from 'node:http'
import {
  context,
  INVALID_TRACEID,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'

/** OpenTelemetry spans. Absent when the process was started without the SDK. */
export interface Tracing {
  readonly tracer: Tracer
  /** Runs a request inside a span that continues the trace of the caller. */
  request(
    route: { readonly method: string; readonly path: string },
    headers: IncomingHttpHeaders,
    run: () => Promise<Response>,
  ): Promise<Response>
}

/** Returns the tracer, or undefined when no SDK is registered. */
export function openTracing(): Tracing | undefined {
  const tracer = trace.getTracer('service')
  const probe = tracer.startSpan('start')
  probe.end()
  if (probe.spanContext().traceId === INVALID_TRACEID) return undefined
  return {
    tracer,
    request(route, headers, run) {
      const method = route.method.toUpperCase()
      return tracer.startActiveSpan(
        `${method} ${route.path}`,
        {
          kind: SpanKind.SERVER,
          attributes: { 'http.request.method': method, 'http.route': route.path },
        },
        propagation.extract(context.active(), headers),
        span => follow(span, run),
      )
    },
  }
}

async function follow(span: Span, run: () => Promise<Response>): Promise<Response> {
  try {
    const response = await run()
    span.setAttribute('http.response.status_code', response.status)
    if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    return response
  } finally {
    span.end()
  }
}
