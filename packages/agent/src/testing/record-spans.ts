import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'

/** The SDK of OpenTelemetry, which keeps in memory what it would send. */
export interface SpanRecorder {
  readonly spans: readonly ReadableSpan[]
  reset(): void
  /** The names of the spans, each below the one it belongs to, in the order they started. */
  print(): string
  stop(): void
}

export function recordSpans(): SpanRecorder {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  return {
    get spans() {
      return exporter.getFinishedSpans()
    },
    reset: () => exporter.reset(),
    print: () => printTree(exporter.getFinishedSpans()),
    stop() {
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}

function printTree(spans: readonly ReadableSpan[]): string {
  const ids = new Set(spans.map(span => span.spanContext().spanId))
  const startedAt = ({ startTime: [seconds, nanos] }: ReadableSpan) => seconds * 1e9 + nanos
  const ordered = [...spans].sort((a, b) => startedAt(a) - startedAt(b))
  const lines = (parentId: string | undefined, indent: string): string[] =>
    ordered
      .filter(({ parentSpanContext: parent }) =>
        parentId === undefined
          ? parent === undefined || !ids.has(parent.spanId)
          : parent?.spanId === parentId,
      )
      .flatMap(span => [
        `${indent}${span.name}`,
        ...lines(span.spanContext().spanId, `${indent}  `),
      ])
  return lines(undefined, '').join('\n')
}
