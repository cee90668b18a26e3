import type { Attributes, Context, Span, SpanOptions, Tracer } from '@opentelemetry/api'
import { isServiceError } from '@service/base'
import { version } from '../version.js'
import type { Observation, Observer, Outcome, Part, RequestPart } from './observer.js'

type Api = typeof import('@opentelemetry/api')

/** Where every copy of the API keeps what an SDK has registered. */
const registered = Symbol.for('opentelemetry.js.api.1')

/**
 * Returns an observer that makes spans; undefined when no SDK of OpenTelemetry is registered, or when the
 * package '@opentelemetry/api' is not installed.
 */
export async function openTracing(prefix: string): Promise<Observer | undefined> {
  if (!(registered in globalThis)) return undefined
  const api = await import('@opentelemetry/api').catch(() => undefined)
  if (!api) return undefined
  const tracer = api.trace.getTracer('@service/agent', version)
  const probe = tracer.startSpan('start')
  const { traceId } = probe.spanContext()
  // A span that was not started with an SDK has no id. This one is not ended, so that it is not exported.
  return traceId === api.INVALID_TRACEID ? undefined : createTracing(api, tracer, prefix)
}

function createTracing(api: Api, tracer: Tracer, prefix: string): Observer {
  return {
    start(part) {
      const { name, options, parent } = describe(part)
      const context = parent ?? api.context.active()
      const span = tracer.startSpan(name, options, context)
      const inside = api.trace.setSpan(context, span)
      return observeSpan(api, span, inside, part)
    },
  }

  function describe(part: Part): Described {
    switch (part.kind) {
      case 'request':
        return describeRequest(part)
      case 'permissions':
        return { name: 'permissions' }
      case 'plan':
        return { name: `plan ${part.collection}`, options: collectionOptions(part.collection) }
      case 'step': {
        const { kind, collection, field } = part.step
        const name = [kind, collection].filter(Boolean).join(' ')
        return {
          name,
          options: {
            attributes: {
              'agent.step': kind,
              ...(collection && { 'agent.collection': collection }),
              ...(field && { 'agent.field': field }),
            },
          },
        }
      }
      case 'source':
        return {
          name: `${part.operation} ${part.collection}`,
          options: {
            attributes: {
              'db.operation.name': part.operation,
              'db.collection.name': part.collection,
            },
          },
        }
      case 'statement': {
        const { system, operation, text } = part.statement
        return {
          name: operation,
          options: {
            kind: api.SpanKind.CLIENT,
            attributes: {
              'db.system.name': system,
              'db.operation.name': operation,
              ...(text !== undefined && { 'db.query.text': text }),
            },
          },
        }
      }
      case 'serialise':
        return { name: `serialise ${part.form}` }
      case 'activity log':
        return { name: `activity log ${part.operation}` }
    }
  }

  /** Continues the span of the application's own instrumentation if there is one, else that of the client. */
  function describeRequest({ request, route, collection }: RequestPart): Described {
    const active = api.context.active()
    const isInside = api.trace.getSpan(active) !== undefined
    const method = methods.has(request.method) ? request.method : '_OTHER'
    const template = route === '' || route === 'mcp' ? route : `${prefix}${route}`
    return {
      name: `${method} ${template}`.trimEnd(),
      parent: isInside ? active : api.propagation.extract(active, request, fromHeaders),
      options: {
        kind: isInside ? api.SpanKind.INTERNAL : api.SpanKind.SERVER,
        attributes: {
          'http.request.method': method,
          ...(template && { 'http.route': template }),
          ...(collection && { 'agent.collection': collection }),
        },
      },
    }
  }
}

interface Described {
  readonly name: string
  readonly options?: SpanOptions
  readonly parent?: Context
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

const fromHeaders = {
  get: (request: RequestPart['request'], name: string) => request.header(name),
  keys: () => [],
}

const collectionOptions = (collection: string): SpanOptions => ({
  attributes: { 'agent.collection': collection },
})

function observeSpan(api: Api, span: Span, inside: Context, { kind }: Part): Observation {
  return {
    run: work => api.context.with(inside, work),
    fail(error) {
      // Only the code: messages of databases contain values.
      span.setAttribute('error.type', readErrorType(error))
      // A refused request is not an error of the agent.
      if (kind !== 'request') span.setStatus({ code: api.SpanStatusCode.ERROR })
    },
    end(outcome) {
      span.setAttributes(describeOutcome(kind, outcome))
      if ((outcome.status ?? 0) >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR })
      span.end()
    },
  }
}

function describeOutcome(kind: Part['kind'], { value, isImmediate, status }: Outcome): Attributes {
  if (status !== undefined) return { 'http.response.status_code': status }
  if (kind === 'permissions') return { 'agent.session.cached': isImmediate === true }
  if (kind === 'source' && Array.isArray(value))
    return { 'db.response.returned_rows': value.length }
  return {}
}

function readErrorType(error: unknown): string {
  if (isServiceError(error)) return error.code
  return error instanceof Error ? error.name : 'error'
}
