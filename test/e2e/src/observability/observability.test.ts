import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type OpenProject, type OpenService, openProject } from '../open-service.js'
import { type OpenShop, openShop } from '../open-shop.js'
import { signInAtAgent } from '../sign-in-at-agent.js'
import { openTestService } from '../testing/open-test-service.js'
import {
  dashboards,
  parseExpression,
  readAlerts,
  readDashboard,
  readExpressions,
} from './read-expressions.js'

const token = 'a-token-for-the-metrics-of-agents'
const expressions = readExpressions()

/** Labels that Prometheus adds itself. */
const addedLabels = new Set(['job', 'instance'])

/** The metrics of a scrape, with the labels of their series; a metric may have no series yet. */
function readMetrics(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const line of text.split('\n')) {
    const [, declared = '', type] = /^# TYPE (\w+) (\w+)$/.exec(line) ?? []
    const names = type === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']
    if (declared) for (const end of names) found.set(declared + end, new Set())
    const [, name = '', labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? []
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) found.get(name)?.add(label)
  }
  return found
}

describe('dashboards and alerts', () => {
  let service: OpenService
  let project: OpenProject
  let shop: OpenShop
  let metrics: ReadonlyMap<string, ReadonlySet<string>>

  beforeAll(async () => {
    service = await openTestService()
    project = await openProject(service)
    shop = await openShop(service, project, { metrics: { token } })
    const person = await project.join('ada', project.roleIds[0])
    await project.setRights(project.roleIds[0], {
      defaults: { browse: true, read: true },
      collections: {},
    })
    const signedIn = await signInAtAgent(shop.url, project.renderingId, person)
    const read = (path: string, bearer: string) =>
      fetch(shop.url + path, { headers: { authorization: `Bearer ${bearer}` } })
    await vi.waitFor(
      async () => expect((await read('/orders?timezone=UTC', signedIn.token)).status).toBe(200),
      { timeout: 30_000 },
    )
    await read('/nowhere?timezone=UTC', signedIn.token)
    await fetch(`${service.url}/api/projects`)
    const ofAgent = await read('/_internal/metrics', token)
    const ofService = await fetch(`${service.url}/metrics`)
    metrics = readMetrics(`${await ofAgent.text()}\n${await ofService.text()}\n# TYPE up gauge`)
  })
  afterAll(async () => {
    await shop?.close()
    await service?.close()
  })

  it.each(expressions)('$from uses metrics and labels that exist', ({ text }) => {
    const used = parseExpression(text)
    expect(used.length).toBeGreaterThan(0)
    for (const { metric, labels } of used) {
      const known = metrics.get(metric)
      expect(known, metric).toBeDefined()
      // A metric that counted nothing yet has no series that could show its labels.
      if (known?.size) for (const each of labels) expect([...addedLabels, ...known]).toContain(each)
    }
  })

  it('show every metric of agents and of the service', () => {
    const used = new Set(
      expressions.flatMap(({ text }) => parseExpression(text).map(({ metric }) => metric)),
    )
    // A histogram is used through its buckets or its count.
    const isUsed = (name: string) =>
      used.has(name) || used.has(name.replace(/_(bucket|sum)$/, '_count'))
    const unused = [...metrics.keys()].filter(
      name => /^(agent|service)_/.test(name) && !isUsed(name),
    )
    expect(unused).toEqual([])
  })
})

describe('alerts', () => {
  const page = readFileSync(
    new URL('../../../../docs/operate/observability.md', import.meta.url),
    'utf8',
  )
  const runbook =
    'https://github.com/service-back-office/service/blob/main/docs/operate/observability.md'

  it.each(readAlerts())('$alert says what to do', ({ alert, labels, annotations }) => {
    expect(['warning', 'critical']).toContain(labels.severity)
    expect(annotations.summary).not.toBe('')
    expect(annotations.runbook_url).toBe(`${runbook}#${alert.toLowerCase()}`)
    expect(page).toContain(`\n### ${alert}\n`)
  })
})

describe('parseExpression', () => {
  it('refuses what is not PromQL', () => {
    expect(() => parseExpression('rate(agent_requests_total[5m)')).toThrow('is not PromQL')
  })
})

describe.each(dashboards)('%s', file => {
  it('has panels that fit into the grid of Grafana, each with a title of its own', () => {
    const { panels } = readDashboard(file)
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true)
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
  })
})
