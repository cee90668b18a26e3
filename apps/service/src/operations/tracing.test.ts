import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  type ContextManager,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanOptions,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { ask } from '../testing/ask.js'
import { createSeed } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'
import { openTracing } from './tracing.js'

interface Ended {
  readonly name: string
  readonly id: string
  readonly traceId: string
  readonly parentId?: string
  readonly attributes: Record<string, unknown>
}

/** The least an SDK does: it numbers spans and keeps those that ended. */
function installRecorder(ended: Ended[]): void {
  let last = 0
  const startSpan = (name: string, options: SpanOptions = {}, parent = context.active()) => {
    const id = String(++last).padStart(16, '0')
    const above = trace.getSpanContext(parent)
    const traceId = above?.traceId ?? String(last).padStart(32, '1')
    const attributes: Record<string, unknown> = { ...options.attributes }
    const span = {
      spanContext: () => ({ traceId, spanId: id, traceFlags: 1 }),
      setAttribute(key: string, value: unknown) {
        attributes[key] = value
        return span
      },
      setStatus: () => span,
      end: () => ended.push({ name, id, traceId, parentId: above?.spanId, attributes }),
    }
    return span as unknown as Span
  }
  const startActiveSpan = (name: string, ...rest: unknown[]) => {
    const run = rest.at(-1) as (span: Span) => unknown
    const [options, parent = context.active()] = rest.slice(0, -1) as [SpanOptions?, Context?]
    const span = startSpan(name, options, parent)
    return context.with(trace.setSpan(parent, span), () => run(span))
  }
  const store = new AsyncLocalStorage<Context>()
  context.setGlobalContextManager({
    active: () => store.getStore() ?? ROOT_CONTEXT,
    with: (active: Context, run: () => unknown) => store.run(active, run),
    disable: () => {},
  } as unknown as ContextManager)
  propagation.setGlobalPropagator({
    inject: () => {},
    fields: () => ['traceparent'],
    extract(active, carrier: Record<string, string>) {
      const [, traceId, spanId] = carrier.traceparent?.split('-') ?? []
      return traceId && spanId
        ? trace.setSpanContext(active, { traceId, spanId, traceFlags: 1 })
        : active
    },
  })
  const tracer = { startSpan, startActiveSpan } as unknown as Tracer
  trace.setGlobalTracerProvider({ getTracer: () => tracer })
}

describe('tracing', () => {
  it('is absent while nobody collects spans', () => {
    expect(openTracing()).toBeUndefined()
  })
})

describe('tracing with a collector', () => {
  const ended: Ended[] = []
  let service: TestService

  beforeAll(async () => {
    installRecorder(ended)
    service = await startTestService(inject('postgresUrl'))
  })
  afterAll(async () => {
    await service.stop()
    trace.disable()
    context.disable()
    propagation.disable()
  })

  it('continues the trace of the caller through the request to its transaction and statements', async () => {
    const seed = createSeed(service.deps.store)
    const project = await seed.project()
    const token = await seed.apiToken({ projectId: project.id, userId: project.admin.id })
    const path = `/v1/project/${encodeURIComponent(project.name)}/environment/Production/notes`
    const traceId = 'a'.repeat(32)
    ended.length = 0
    await ask(service.url, 'POST', path, {
      headers: { ...token, traceparent: `00-${traceId}-${'b'.repeat(16)}-01` },
      body: { title: 'A secret title', recordId: '1', collectionName: 'orders' },
    })
    const ours = ended.filter(span => span.traceId === traceId)
    const request = ours.find(span => span.name.startsWith('POST /v1/'))
    expect(request).toMatchObject({
      parentId: 'b'.repeat(16),
      attributes: {
        'http.route': '/v1/project/{projectName}/environment/{environmentName}/notes',
        'http.response.status_code': 201,
      },
    })
    const transaction = ours.find(span => span.name === 'transaction')
    expect(transaction?.parentId).toBe(request?.id)
    const inside = ours.filter(span => span.parentId === transaction?.id).map(span => span.name)
    expect(inside.at(0)).toMatch(/begin|start/)
    expect(inside.at(-1)).toBe('commit')
    expect(inside.length).toBeGreaterThan(2)
    expect(JSON.stringify(ended)).not.toContain('A secret title')
  })

  it('tells the status of a request that was refused', async () => {
    ended.length = 0
    await ask(service.url, 'GET', '/api/projects')
    expect(ended.find(span => span.name === 'GET /api/projects')?.attributes).toMatchObject({
      'http.response.status_code': 401,
    })
  })
})
