import type { PanelSchema } from '@service/protocol'
import { expect } from 'vitest'
import { type AgentClient, openAgentClient } from './support/agent-client.js'
import { findShopPlace } from './support/find-place.js'
import { leaveOutNews } from './support/leave-out-news.js'
import { describePanel, longTest, shop } from './support/panel-test.js'
import { findPerson } from './support/people.js'
import { formatPath } from './support/place.js'
import { collectWords, markTexts, readUnmarked, splitWords } from './support/pseudo-locale.js'
import { provoked, screens } from './support/screens.js'

/** What `Intl` writes, and what is printed on keys. */
const written = new Set(
  splitWords(
    [
      ...Array.from({ length: 12 }, (_, month) =>
        ['short', 'long'].map(style =>
          new Date(2026, month, 1).toLocaleDateString('en', { month: style as 'short' }),
        ),
      ).flat(),
      ...Array.from({ length: 7 }, (_, day) =>
        new Date(2026, 0, day + 1).toLocaleDateString('en', { weekday: 'long' }),
      ),
      ...(['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const).flatMap(unit =>
        [-9, -1, 0, 1, 9].map(count =>
          new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(count, unit),
        ),
      ),
      ...[
        'am pm utc gmt',
        'ctrl esc space shift alt enter tab menu',
        'utf-8 windows-1252 utf-16le utf-16be orders.csv',
        Intl.DateTimeFormat().resolvedOptions().timeZone,
      ],
    ].join(' '),
  ),
)

/** Names of products and languages, and examples of what to enter. */
const samples = new Set([
  ...['PostgreSQL', 'MySQL, MariaDB', 'SQLite', 'SQL Server', 'MongoDB'],
  ...['Express', 'Fastify', 'Koa', 'NestJS', 'Next.js', 'Hono'],
  ...['English', 'Français', 'Deutsch', 'Español', 'NDJSON', 'cURL', 'agent.mjs'],
  ...['https://id.example.com', 'example.com', 'https://admin.example.com/service'],
  'postgres://user:password@localhost:5432/database',
])

/** Browsers know other time zones than Node. */
const timeZone = /^[A-Z]\w+(?:\/[\w+-]+)+$/

/** The words of the records that the screens show. */
async function readRecordWords(): Promise<readonly string[]> {
  const agent = await openAgentClient(await findPerson('manager'), await findShopPlace())
  const lists = await Promise.all(
    ['orders', 'customers', 'addresses', 'order_items', 'products'].map(name =>
      agent.send('GET', `/${name}?page[size]=1000`),
    ),
  )
  return splitWords(JSON.stringify([...lists, ...(await readForms(agent))]))
}

/** The schema and the forms of actions: the browser does not hand out every response in which it got them. */
async function readForms(agent: AgentClient): Promise<readonly unknown[]> {
  const { body } = await agent.send<PanelSchema>('GET', '/_internal/schema')
  const actions = body.collections.find(({ name }) => name === 'orders')?.actions ?? []
  const [order] = await readIds(agent)
  const request = { data: { attributes: { collection_name: 'orders', ids: [order] } } }
  const forms = actions.map(({ endpoint }) => {
    // The address of the agent ends with the prefix that endpoints begin with.
    const path = endpoint.slice(endpoint.indexOf('/_actions/'))
    return agent.send('POST', `${path}/hooks/load`, request)
  })
  return [body, ...(await Promise.all(forms))]
}

async function readIds(agent: AgentClient): Promise<readonly string[]> {
  const { body } = await agent.send<{ data: readonly { id: string }[] }>(
    'GET',
    '/orders?page[size]=1',
  )
  return body.data.map(({ id }) => id)
}

describePanel('texts', () => {
  longTest(
    'are all from the catalogue, apart from names and values',
    { timeout: 600_000 },
    async ({ openPage }) => {
      const { page, problems } = await openPage({ person: 'manager', timezoneId: 'UTC' })
      problems.allow(provoked)
      await leaveOutNews(page)
      const readWords = collectWords(page)
      await markTexts(page)
      const found = new Map<string, string>()
      for (const { name, path, open, close } of screens) {
        await page.goto(formatPath(shop, path))
        await open(page)
        await page.waitForLoadState('networkidle')
        await readWords()
        const address = decodeURIComponent(page.url())
        for (const text of await readUnmarked(page)) {
          // What the address says is shown again.
          const isInAddress = splitWords(text).every(word => address.includes(word))
          const isSample = samples.has(text) || timeZone.test(text)
          if (!isInAddress && !isSample) found.set(text, name)
        }
        await close?.(page)
      }
      const known = new Set([...(await readWords()), ...(await readRecordWords()), ...written])
      const unknown = [...found].filter(([text]) => splitWords(text).some(word => !known.has(word)))
      expect(unknown).toEqual([])
    },
  )
})
