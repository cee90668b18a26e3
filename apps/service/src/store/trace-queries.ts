import {
  context,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { PostgresPool, PostgresPoolClient } from 'kysely'

/** Creates a span for every statement and every transaction. */
export function traceQueries(pool: PostgresPool, tracer: Tracer): PostgresPool {
  return {
    async connect() {
      return tracedClient(await pool.connect(), tracer)
    },
    end: () => pool.end(),
  }
}

/** Its span lasts from acquiring a connection to releasing it. */
function tracedClient(client: PostgresPoolClient, tracer: Tracer): PostgresPoolClient {
  let transaction: Span | undefined
  const query = async (text: unknown, values?: readonly unknown[]): Promise<unknown> => {
    const statement = typeof text === 'string' ? text : 'cursor'
    const verb = /^(?:\s|\/\*[^*]*\*\/)*(\w+)/.exec(statement)?.[1]?.toLowerCase() ?? 'query'
    if (verb === 'begin' || verb === 'start') transaction = tracer.startSpan('transaction')
    const parent = transaction ? trace.setSpan(context.active(), transaction) : context.active()
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': statement }
    const span = tracer.startSpan(verb, { kind: SpanKind.CLIENT, attributes }, parent)
    try {
      return await client.query(text as string, values as readonly unknown[])
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
      if (verb === 'commit' || verb === 'rollback') {
        transaction?.end()
        transaction = undefined
      }
    }
  }
  return {
    query,
    release() {
      transaction?.end()
      client.release()
    },
  } as PostgresPoolClient
}
