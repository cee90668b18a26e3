import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenAgent, openAgent } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

const token = 'a-token-for-metrics-of-32-letters'
const headers = { authorization: `Bearer ${token}` }

describe('metrics of an agent', () => {
  let agent: OpenAgent
  beforeAll(async () => {
    agent = await openAgent(shop(), {
      metrics: { token },
      logger: () => {},
      customize: each =>
        each.customizeCollection('orders', orders =>
          orders.addAction('Fail', {
            scope: 'Global',
            execute: () => {
              throw Object.assign(new Error('no'), { code: 'Order 4242!', status: 422 })
            },
          }),
        ),
    })
  })
  afterAll(() => agent.close())

  const read = async () => (await agent.get('/_internal/metrics', headers)).text
  /** The value of a series; undefined when there is none. */
  const find = async (series: string): Promise<number | undefined> => {
    const line = (await read()).split('\n').find(each => each.startsWith(`${series} `))
    return line === undefined ? undefined : Number(line.slice(series.length))
  }

  it('count requests by route and outcome, never by id', async () => {
    await agent.get('/orders/1')
    await agent.get('/orders/4242')
    await agent.get('/nowhere/4242')
    await agent.send('PUT', '/a/4242/c/d/e/f/g')
    const text = await read()
    const count = 'agent_request_duration_seconds_count'
    expect(text).toContain(`${count}{route="/:collection/:id",method="GET",outcome="2xx"} 1`)
    expect(text).toContain(`${count}{route="/:collection/:id",method="GET",outcome="4xx"} 2`)
    expect(text).toContain(`${count}{route="",method="PUT",outcome="4xx"} 1`)
    expect(text).not.toMatch(/="[^"]*4242/)
  })

  it('count errors by code, and codes of customer code only when they have the form of one', async () => {
    await agent.get('/nowhere')
    const body = { data: { attributes: { ids: [], collection_name: 'orders', values: {} } } }
    await agent.send('POST', '/_actions/orders/0/fail', body)
    expect(await find('agent_error_answers_total{code="unknown_collection"}')).toBeGreaterThan(0)
    expect(await find('agent_error_answers_total{code="other"}')).toBe(1)
  })

  it('time the calls of data sources by collection and operation, and count their rows', async () => {
    await agent.get('/products')
    expect(
      await find(
        'agent_source_call_duration_seconds_count{collection="products",operation="list",outcome="ok"}',
      ),
    ).toBe(1)
    expect(await find('agent_source_rows_total{collection="products"}')).toBe(3)
  })

  it('tell how often a plan was in the cache', async () => {
    await agent.get('/addresses')
    const [run = 0, made = 0] = [
      await find('agent_plans_run_total'),
      await find('agent_plans_made_total'),
    ]
    await agent.get('/addresses')
    expect(await find('agent_plans_run_total')).toBe(run + 1)
    expect(await find('agent_plans_made_total')).toBe(made)
  })

  it('tell how often a session was known already', async () => {
    const series = (outcome: string) => `agent_session_checks_total{outcome="${outcome}"}`
    expect(await find(series('verified'))).toBe(1)
    const cached = (await find(series('cached'))) ?? 0
    await agent.get('/orders')
    expect(await find(series('cached'))).toBe(cached + 1)
    await agent.get('/orders', { authorization: 'Bearer forged' })
    expect(await find(series('refused'))).toBe(1)
  })

  it('tell of the service, the activity log, the load and the process', async () => {
    expect(await find('agent_service_state{state="connected"}')).toBe(1)
    expect(await find('agent_service_state{state="away"}')).toBe(0)
    expect(await find('agent_permissions_age_seconds')).toBe(0)
    expect(await find('agent_activity_log_dead_letters')).toBe(0)
    expect(await find('agent_activity_log_dropped_reads_total')).toBe(0)
    expect(await find('agent_activity_log_max_bytes')).toBe(16 * 1024 * 1024)
    expect(await find('agent_activity_log_queued_bytes')).toBeGreaterThanOrEqual(0)
    expect(await find('agent_requests_in_flight')).toBe(1)
    expect(await find('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  })

  it.each([undefined, 'Bearer wrong', `Bearer ${token}x`])('are refused with %j', async given => {
    const headers = new Headers(given === undefined ? {} : { authorization: given })
    const response = await fetch(`${agent.url}/_internal/metrics`, { headers })
    expect(response.status).toBe(401)
    expect(await response.text()).not.toContain('agent_')
  })

  it('continue after the agent was stopped and started', async () => {
    await agent.agent.stop()
    await agent.agent.start()
    const url = `http://127.0.0.1:${agent.agent.standaloneServerPort}/service/_internal/metrics`
    const response = await fetch(url, { headers })
    expect(await response.text()).toContain('agent_service_state{state="connected"} 1')
  })
})

describe('an agent without the option metrics', () => {
  it('has no such route', async () => {
    const agent = await openAgent(shop())
    expect((await agent.get('/_internal/metrics', headers)).status).toBe(404)
    await agent.close()
  })
})

describe('an agent with the registry of the application', () => {
  it('adds its metrics to those of the application, and has no route', async () => {
    const registry = new Registry()
    const agent = await openAgent(shop(), { metrics: { registry } })
    await agent.get('/orders')
    const text = await registry.metrics()
    expect(text).toContain('agent_request_duration_seconds_count{route="/:collection"')
    expect(text).not.toContain('nodejs_')
    expect((await agent.get('/_internal/metrics', headers)).status).toBe(404)
    await expect(openAgent(shop(), { metrics: { registry }, logger: () => {} })).rejects.toThrow(
      'Give each agent its own registry.',
    )
    await agent.close()
  })
})

describe('the option metrics', () => {
  it.each([
    {},
    { token: 'short' },
    { token: 'a token that no header can contain, as it has spaces' },
    { registry: {} },
    true,
  ])('refuses %j', async metrics => {
    const opened = openAgent(shop(), { metrics: metrics as { token: string } })
    await expect(opened).rejects.toThrow(/Option 'metrics' is .* token \(at least 32 letters/)
  })

  it('refuses unknown members and never repeats the token', async () => {
    const metrics = { token, path: '/metrics' }
    await expect(openAgent(shop(), { metrics })).rejects.toThrow(/'path'/)
    await expect(openAgent(shop(), { metrics })).rejects.not.toThrow(token)
  })
})
