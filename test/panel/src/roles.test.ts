import type { PanelCollection, PanelSchema } from '@service/protocol'
import { isLongRun } from '@service/test-support'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type AgentClient, openAgentClient } from './support/agent-client.js'
import { findShopPlace } from './support/find-place.js'
import { describePanel, shop, test } from './support/panel-test.js'
import { findPerson, type PersonName } from './support/people.js'
import { formatPath } from './support/place.js'

const roles: readonly PersonName[] = ['support', 'logistics', 'accounting', 'auditor']

const openClient = async (name: PersonName) =>
  openAgentClient(await findPerson(name), await findShopPlace())

const readSchema = async (client: AgentClient) =>
  (await client.send<PanelSchema>('GET', '/_internal/schema')).body

/** A request that somebody with fewer rights could send past the panel. */
interface Attempt {
  readonly what: string
  readonly method: string
  readonly path: string
  readonly body?: object
}

const nobody = '999999999'

interface CustomerList {
  readonly data: readonly { readonly id: string; readonly attributes: { readonly email: string } }[]
}

/** What the panel hides from a role: everything the manager may do and the role may not. */
function listHidden(full: PanelSchema, own: PanelSchema): readonly Attempt[] {
  return full.collections.flatMap(collection => {
    const mine = own.collections.find(({ name }) => name === collection.name)
    return [...listRights(collection, mine), ...listFields(collection, mine)].concat(
      listActions(collection, mine),
    )
  })
}

function listRights({ name }: PanelCollection, mine: PanelCollection | undefined): Attempt[] {
  const document = (id?: string) => ({ data: { ...(id && { id }), type: name, attributes: {} } })
  const attempts: Readonly<Record<keyof PanelCollection['rights'], Omit<Attempt, 'what'>[]>> = {
    browse: [
      { method: 'GET', path: `/${name}?page[size]=1` },
      { method: 'GET', path: `/${name}/count` },
    ],
    read: [{ method: 'GET', path: `/${name}/${nobody}` }],
    add: [{ method: 'POST', path: `/${name}`, body: document() }],
    edit: [{ method: 'PUT', path: `/${name}/${nobody}`, body: document(nobody) }],
    delete: [{ method: 'DELETE', path: `/${name}/${nobody}` }],
    export: [{ method: 'GET', path: `/${name}.csv?filename=x&header=[]` }],
  }
  return Object.entries(attempts).flatMap(([right, requests]) =>
    mine?.rights[right as keyof PanelCollection['rights']]
      ? []
      : requests.map(request => ({ what: `${right} ${name}`, ...request })),
  )
}

/** Fields of a collection that the role may list, and that are not shown to it. */
function listFields({ name, fields }: PanelCollection, mine: PanelCollection | undefined) {
  if (!mine?.rights.browse) return []
  const shown = new Set(mine.fields.map(field => field.field))
  return fields
    .filter(field => !shown.has(field.field) && !field.relationship)
    .flatMap(field => {
      const filters = JSON.stringify({ field: field.field, operator: 'present', value: null })
      return [
        ['read', `/${name}?fields[${name}]=${field.field}`],
        ['filter by', `/${name}?filters=${encodeURIComponent(filters)}`],
        ['sort by', `/${name}?sort=${field.field}`],
      ].map(([verb, path = '']) => ({
        what: `${verb} ${name}.${field.field}`,
        method: 'GET',
        path,
      }))
    })
}

function listActions({ name, actions }: PanelCollection, mine: PanelCollection | undefined) {
  const triggered = new Set(
    mine?.actions.filter(({ mayTrigger }) => mayTrigger).map(action => action.name),
  )
  return actions
    .filter(action => !triggered.has(action.name))
    .map(action => ({
      what: `run ${action.name} on ${name}`,
      method: 'POST',
      path: action.endpoint.replace(/^\/[^/]+/, ''),
      body: { data: { attributes: { ids: ['1'], values: {}, collection_name: name } } },
    }))
}

/** What the palette offers for a text. */
async function readPalette(page: Page, text: string): Promise<readonly string[]> {
  await page.getByRole('combobox').fill(text)
  // The list follows the text at once; records come later.
  return page.getByRole('option').allInnerTexts()
}

const formatWords = (name: string) => name.replaceAll('_', ' ').toLowerCase()

describePanel('what is hidden from a role', () => {
  test.for(roles)('is refused by the agent, too: %s', async name => {
    const full = await readSchema(await openClient('manager'))
    const client = await openClient(name)
    const attempts = listHidden(full, await readSchema(client))
    expect(attempts.length).toBeGreaterThan(5)
    if (name === 'logistics') {
      expect(attempts.map(({ what }) => what)).toContain('filter by customers.balance')
    }
    const passed: string[] = []
    for (const { what, method, path, body } of attempts) {
      const { status } = await client.send(method, path, body)
      if (status !== 403) passed.push(`${what}: ${status}`)
    }
    expect(passed).toEqual([])
  })

  test.for(isLongRun ? roles : roles.slice(0, 1))(
    'is in no navigation, filter, column list or palette: %s',
    async (name, { openPage }) => {
      const full = await readSchema(await openClient('manager'))
      const own = await readSchema(await openClient(name))
      const { team } = await findPerson(name)
      const { page } = await openPage({ person: name })
      await page.goto(formatPath(shop, 'data/orders', team))
      await page.getByRole('table').getByText('ORD-').first().waitFor()

      const navigation = page.getByRole('navigation', { name: 'Collections' })
      const folded = navigation.locator('button[aria-expanded="false"]')
      if ((await folded.count()) > 0) await folded.click()
      const links = navigation.locator('a[href*="/data/"]')
      const shown = await links.evaluateAll(each =>
        each.map(link => new URL((link as HTMLAnchorElement).href).pathname.split('/').at(-1)),
      )
      const browsed = own.collections.filter(({ rights }) => rights.browse)
      expect([...new Set(shown)].toSorted()).toEqual(browsed.map(each => each.name).toSorted())

      await page.keyboard.press('Control+k')
      await readPalette(page, '#')
      const places = page.getByRole('group', { name: 'Go to' }).getByRole('option')
      expect(await places.count()).toBe(browsed.length)
      const commands = (await readPalette(page, '>')).join('\n')
      expect(commands).toContain('Change the theme')
      for (const { what } of listHidden(full, own)) {
        const [, action] = /^run (.*) on orders$/.exec(what) ?? []
        if (action !== undefined) expect(commands).not.toContain(action)
      }
      const mayAdd = own.collections.find(({ name }) => name === 'orders')?.rights.add === true
      expect(commands.includes('New: Orders')).toBe(mayAdd)
      await page.keyboard.press('Escape')

      const forbidden = full.collections
        .map(each => each.name)
        .filter(each => !browsed.some(collection => collection.name === each))
      for (const collection of isLongRun ? forbidden : forbidden.slice(0, 1)) {
        await page.goto(formatPath(shop, `data/${collection}`, team))
        await page.getByText(/^There is no collection called|^You may not browse/).waitFor()
      }

      const customers = own.collections.find(each => each.name === 'customers')
      const readable = new Set(customers?.fields.map(field => field.field))
      const hidden = full.collections
        .find(each => each.name === 'customers')
        ?.fields.filter(field => !readable.has(field.field))
      await page.goto(formatPath(shop, 'data/customers', team))
      await page.getByRole('table').getByRole('row').nth(1).waitFor()
      await page.keyboard.press('f')
      await page.getByRole('button', { name: 'Apply' }).waitFor()
      const texts = [await page.locator('body').innerText()]
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('dialog').waitFor()
      texts.push(await page.locator('body').innerText())
      for (const { field } of hidden ?? []) {
        expect(texts.join('\n').toLowerCase()).not.toContain(formatWords(field))
      }
    },
  )

  test('support sees the customers of its country, and no others', async ({ openPage }) => {
    const manager = await openClient('manager')
    const others = JSON.stringify({ field: 'address:country', operator: 'not_equal', value: 'FR' })
    const findCustomer = async (client: AgentClient, query: string) => {
      const { body } = await client.send<CustomerList>('GET', `/customers?page[size]=1&${query}`)
      return body.data[0]
    }
    const foreign = await findCustomer(manager, `filters=${encodeURIComponent(others)}`)
    const id = foreign?.id
    const support = await openClient('support')
    const own = await findCustomer(support, 'sort=id')
    expect((await support.send('GET', `/customers/${id}`)).status).toBe(404)
    const { page } = await openPage({ person: 'support' })
    await page.goto(formatPath(shop, `data/customers/${id}`, 'Support'))
    await page.getByText('This record does not exist').waitFor()
    expect(await page.getByRole('complementary', { name: 'Timeline' }).count()).toBe(0)
    const { body: counted } = await support.send<{ count: number }>('GET', '/customers/count')
    await page
      .getByRole('navigation', { name: 'Collections' })
      .getByRole('link', { name: 'Customers', exact: true })
      .click()
    await page.getByText(`${counted.count} records`).waitFor()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('combobox')
    await palette.fill(own?.attributes.email ?? '')
    await page.getByRole('group', { name: 'Records' }).getByRole('option').first().waitFor()
    await palette.fill(foreign?.attributes.email ?? '')
    await page.getByText('Nothing found').waitFor()
  })
})
