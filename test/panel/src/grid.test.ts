import { randomUUID } from 'node:crypto'
import { isLongRun } from '@service/test-support'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { type AgentClient, openAgentClient } from './support/agent-client.js'
import { everyRun, findAccessibilityProblems } from './support/axe.js'
import { findShopPlace } from './support/find-place.js'
import { holdCode } from './support/hold-code.js'
import { leaveOutNews } from './support/leave-out-news.js'
import { looks } from './support/looks.js'
import { describePanel, longTest, shop, test } from './support/panel-test.js'
import { createPerson, findPerson } from './support/people.js'
import { formatPath } from './support/place.js'

interface Created {
  readonly data: { readonly id: string }
}

interface Found {
  readonly data: { readonly attributes: Readonly<Record<string, unknown>> }
}

/** Makes the first cell of a list active once its rows are there; the filter shows `mark` before. */
async function openGrid(page: Page, path: string, mark: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('table').getByText(mark).first().waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('grid').waitFor()
}

describePanel('cells of a list', () => {
  let agent: AgentClient
  beforeAll(async () => {
    agent = await openAgentClient(await findPerson('manager'), await findShopPlace())
  })

  /** Suppliers of the test's own, and the address of their list. */
  const createSuppliers = async (names: readonly string[]) => {
    const mark = `G${randomUUID().slice(0, 8)}`
    const ids: string[] = []
    for (const name of names) {
      const attributes = { name: `${mark} ${name}`, country: 'FR', delivers: true }
      const body = { data: { type: 'suppliers', attributes } }
      ids.push((await agent.send<Created>('POST', '/suppliers', body)).body.data.id)
    }
    const list = `${formatPath(shop, 'data/suppliers')}?sort=name&cols=name,country,delivers,id`
    return { mark, ids, list, ofMark: `${list}&filter=name.contains.${mark}` }
  }
  const read = async (id: string) => {
    const { body } = await agent.send<Found>('GET', `/suppliers/${id}`)
    return body.data.attributes
  }

  test('are edited by keys, and an edit is taken back', async ({ openPage }) => {
    const { mark, ids, ofMark } = await createSuppliers(['A', 'B'])
    const { page } = await openPage({ person: 'manager' })
    await openGrid(page, ofMark, mark)
    // Mere typing edits nothing.
    await page.keyboard.press('q')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('F2')
    const editor = page.getByRole('dialog', { name: 'Edit Name' })
    await editor.getByRole('textbox', { name: 'Name' }).fill(`${mark} A2`)
    await page.keyboard.press('Escape')
    await editor.waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await editor.getByRole('textbox', { name: 'Name' }).fill(`${mark} A3`)
    await page.keyboard.press('Enter')
    await page.getByText(`Name of ${mark} A changed`).waitFor()
    expect((await read(ids[0]!)).name).toBe(`${mark} A3`)
    await page.getByRole('rowheader', { name: `${mark} A3` }).waitFor()
    await page.keyboard.press('z')
    await page.getByRole('rowheader', { name: `${mark} A`, exact: true }).waitFor()
    await expect.poll(async () => (await read(ids[0]!)).name).toBe(`${mark} A`)
  })

  longTest('are saved by Tab, which goes on to the next one', async ({ openPage }) => {
    const { mark, ids, ofMark } = await createSuppliers(['A'])
    const { page } = await openPage({ person: 'manager' })
    await openGrid(page, ofMark, mark)
    await page.keyboard.press('F2')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(`${mark} Tab`)
    await page.keyboard.press('Tab')
    await page.getByRole('gridcell', { name: 'FR' }).and(page.locator(':focus')).waitFor()
    await page.getByText(`Name of ${mark} A changed`).waitFor()
    expect((await read(ids[0]!)).name).toBe(`${mark} Tab`)
    await page.keyboard.press('Escape')
    await page.getByRole('table').waitFor()
  })

  longTest('that no longer match stay until the list is read again', async ({ openPage }) => {
    const { mark, list } = await createSuppliers(['A', 'B'])
    const { page } = await openPage({ person: 'manager' })
    await openGrid(page, `${list}&filter=and(name.contains.${mark},country.equal.FR)`, mark)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Country' }).fill('DE')
    await page.keyboard.press('Enter')
    const row = page.getByRole('row').filter({ hasText: `${mark} A` })
    await row.getByText('No longer matches').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('r')
    await row.waitFor({ state: 'detached' })
  })

  longTest('that the agent refuses say why, and keep what was typed', async ({ openPage }) => {
    const mark = `G${randomUUID().slice(0, 8)}`
    for (const label of [`${mark} A`, `${mark} B`]) {
      await agent.send('POST', '/tags', { data: { type: 'tags', attributes: { label } } })
    }
    const { page, problems } = await openPage({ person: 'manager' })
    problems.allow(/status of 4\d\d/)
    const path = `${formatPath(shop, 'data/tags')}?sort=label&cols=label,id&filter=label.contains.${mark}`
    await openGrid(page, path, mark)
    await page.keyboard.press('F2')
    const box = page.getByRole('dialog').getByRole('textbox', { name: 'Label' })
    await box.fill(`${mark} B`)
    await page.keyboard.press('Enter')
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .or(page.getByRole('dialog').getByText(/already|unique/i))
      .first()
      .waitFor()
    expect(await box.inputValue()).toBe(`${mark} B`)
    await page.keyboard.press('Escape')
    await page
      .getByRole('row')
      .filter({ hasText: `${mark} A` })
      .waitFor()
  })

  test('that somebody else changed are not overwritten unseen', async ({ openPage }) => {
    const { mark, ids, ofMark } = await createSuppliers(['A'])
    const { page, problems } = await openPage({ person: 'manager' })
    problems.allow(/status of 409/)
    await openGrid(page, ofMark, mark)
    const attributes = { country: 'ES' }
    await agent.send('PUT', `/suppliers/${ids[0]}`, {
      data: { type: 'suppliers', id: ids[0], attributes },
    })
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('F2')
    const editor = page.getByRole('dialog', { name: 'Edit Country' })
    await editor.getByRole('textbox', { name: 'Country' }).fill('IT')
    await page.keyboard.press('Enter')
    await editor.getByText(/changed it to ES in the meantime/).waitFor()
    expect((await read(ids[0]!)).country).toBe('ES')
    if (!isLongRun) return
    // Left as it is, the row shows what it was changed to; what was typed is kept.
    await page.keyboard.press('Escape')
    await page.getByRole('gridcell', { name: /^Spain/ }).waitFor()
    await page.keyboard.press('F2')
    expect(await editor.getByRole('textbox', { name: 'Country' }).inputValue()).toBe('IT')
    await page.keyboard.press('Enter')
    await page.getByText(/Country of .* changed/).waitFor()
    expect((await read(ids[0]!)).country).toBe('IT')
  })

  longTest('keep what is typed while a calendar is loaded', async ({ openPage }) => {
    const { page } = await openPage({ person: 'manager' })
    const release = await holdCode(page, 'calendar-popup')
    await openGrid(page, `${formatPath(shop, 'data/orders')}?cols=reference,shipped_at`, 'ORD-')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('F2')
    const editor = page.getByRole('dialog', { name: 'Edit Shipped at' })
    const box = editor.getByRole('textbox', { name: 'Shipped at' })
    await box.fill('2026-01-02 03:04')
    const calendar = editor.getByRole('button', { name: /calendar/ })
    await calendar.click()
    await page.keyboard.press('Escape')
    await calendar.and(page.locator(':focus')).waitFor()
    expect(await box.inputValue()).toBe('2026-01-02 03:04')
    release()
    await calendar.click()
    await page.getByRole('grid', { name: /January 2026/ }).waitFor()
  })

  longTest(
    'whose widget fails show their value as text, and no other cell does',
    async ({ openPage }) => {
      const { page, problems } = await openPage({ person: 'manager' })
      problems.allow(/cannot be written/)
      await page.addInitScript(() => {
        const { get } = Object.getOwnPropertyDescriptor(Intl.NumberFormat.prototype, 'format')!
        Object.defineProperty(Intl.NumberFormat.prototype, 'format', {
          get(this: Intl.NumberFormat) {
            const format = get!.call(this) as Intl.NumberFormat['format']
            return (value: number) => {
              if (Number(value) === 1848.82) throw new Error('This number cannot be written.')
              return format(value)
            }
          },
        })
      })
      await page.goto(`${formatPath(shop, 'data/orders')}?cols=reference,total,status`)
      const cell = (reference: string) =>
        page.getByRole('row').filter({ hasText: reference }).getByRole('cell').nth(1)
      await page.getByText('ORD-002000').waitFor()
      expect(await cell('ORD-002000').innerText()).toBe('1848.82')
      expect(await cell('ORD-001999').innerText()).toMatch(/[€$£]/)
    },
  )

  longTest('say why they cannot be edited; a double click edits', async ({ openPage }) => {
    const { mark, ofMark } = await createSuppliers(['A'])
    const { page } = await openPage({ person: 'manager' })
    await openGrid(page, ofMark, mark)
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('F2')
    await page.getByText('Id identifies the record.').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('cell', { name: 'FR' }).dblclick()
    await page.getByRole('dialog', { name: 'Edit Country' }).waitFor()
    expect(page.url()).not.toContain('peek=')
    expect(await findAccessibilityProblems(page)).toEqual([])
  })
})

describePanel('columns of a list', () => {
  const path = formatPath(shop, 'data/orders')
  /** Columns are kept for the person: each test has one of its own. */
  const manager = { role: 'Manager', team: 'Operations' } as const
  const openMenu = async (page: Page, name: string) => {
    const head = page.getByRole('columnheader', { name, exact: true })
    await head.hover()
    await head.getByRole('button', { name: `Menu of the column ${name}` }).click()
    return page.getByRole('menu')
  }
  const readColumns = (page: Page) => new URL(page.url()).searchParams.get('cols')

  longTest(
    'are sorted, pinned, moved, resized, hidden and filtered by their menu',
    async ({ openPage }) => {
      const { page } = await openPage({ person: await createPerson(manager) })
      await page.goto(`${path}?cols=reference,status,total,ordered_at`)
      await page.getByText('ORD-002000').waitFor()
      await (await openMenu(page, 'Total'))
        .getByRole('menuitem', { name: 'Sort descending' })
        .click()
      await page.waitForURL(/sort=-total/)
      await (await openMenu(page, 'Total'))
        .getByRole('menuitem', { name: 'Pin to the left' })
        .click()
      await expect.poll(() => readColumns(page)).toBe('reference.pin,total.pin,status,ordered_at')
      await (await openMenu(page, 'Status')).getByRole('menuitem', { name: 'Move right' }).click()
      await expect.poll(() => readColumns(page)).toBe('reference.pin,total.pin,ordered_at,status')
      await (await openMenu(page, 'Status'))
        .getByRole('menuitem', { name: 'Resize with the arrow keys' })
        .click()
      await page
        .getByRole('separator', { name: 'Width of Status' })
        .and(page.locator(':focus'))
        .waitFor()
      await page.keyboard.press('ArrowRight')
      await expect
        .poll(() => readColumns(page))
        .toBe('reference.pin,total.pin,ordered_at,status.144')
      await (await openMenu(page, 'Status'))
        .getByRole('menuitem', { name: 'Reset the width' })
        .click()
      await expect.poll(() => readColumns(page)).toBe('reference.pin,total.pin,ordered_at,status')
      await (await openMenu(page, 'Ordered at')).getByRole('menuitem', { name: 'Hide' }).click()
      await expect.poll(() => readColumns(page)).toBe('reference.pin,total.pin,status')
      await (await openMenu(page, 'Status'))
        .getByRole('menuitem', { name: 'Add to the filter' })
        .click()
      await page
        .getByRole('dialog', { name: 'Filter' })
        .getByRole('combobox', { name: 'Field: Status' })
        .waitFor()
    },
  )

  longTest('are dragged to another place, and resized by their edge', async ({ openPage }) => {
    const { page } = await openPage({ person: await createPerson(manager) })
    await leaveOutNews(page)
    await page.goto(`${path}?cols=reference,status,total,ordered_at`)
    await page.getByText('ORD-002000').waitFor()
    const head = (name: string) => page.getByRole('columnheader', { name, exact: true })
    await head('Total').hover()
    await page.waitForLoadState('networkidle')
    await head('Ordered at').dragTo(head('Status'))
    await expect.poll(() => readColumns(page)).toBe('reference,ordered_at,status,total')
    const grip = head('Status').getByRole('separator')
    const box = (await grip.boundingBox())!
    await page.mouse.move(box.x + 4, box.y + 10)
    await page.mouse.down()
    await page.mouse.move(box.x + 64, box.y + 10, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => readColumns(page)).toBe('reference,ordered_at,status.188,total')
  })

  longTest('of related records are added', async ({ openPage }) => {
    const { page } = await openPage({ person: await createPerson(manager) })
    await page.goto(`${path}?cols=reference,status`)
    await page.getByText('ORD-002000').waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    const box = page.getByRole('dialog', { name: 'Columns of this list' })
    await box.getByRole('searchbox', { name: 'Find a field' }).fill('customer email')
    await box.getByRole('checkbox', { name: 'Customer › Email' }).check()
    await page.getByRole('columnheader', { name: 'Customer › Email' }).waitFor()
    await page.getByRole('cell', { name: /@/ }).first().waitFor()
    // They are there again when the list is opened without any, until the default is wanted.
    await page.goto(path)
    await page.getByRole('columnheader', { name: 'Customer › Email' }).waitFor()
    expect(readColumns(page)).toBe('reference,status,customer:email')
    await page.getByRole('button', { name: 'Columns' }).click()
    await box.getByRole('button', { name: 'Back to the default' }).click()
    await page.getByRole('columnheader', { name: 'Total', exact: true }).waitFor()
    await expect.poll(() => readColumns(page)).toBe(null)
  })
})

describePanel('rows of a list', () => {
  let agent: AgentClient
  beforeAll(async () => {
    agent = await openAgentClient(await findPerson('manager'), await findShopPlace())
  })
  const createTags = async (count: number) => {
    const mark = `R${randomUUID().slice(0, 8)}`
    const ids: string[] = []
    for (let index = 0; index < count; index++) {
      ids.push(await createTag(`${mark} ${String(index).padStart(2, '0')}`))
    }
    const path = `${formatPath(shop, 'data/tags')}?sort=label&filter=label.contains.${mark}`
    return { mark, ids, path }
  }
  const createTag = async (label: string) => {
    const body = { data: { type: 'tags', attributes: { label } } }
    return (await agent.send<Created>('POST', '/tags', body)).body.data.id
  }

  test('have a menu, by its button, the right button of the mouse and a key', async ({
    openPage,
  }) => {
    const { mark, path } = await createTags(2)
    const { page } = await openPage({ person: 'manager' })
    // All pages of a browser share one clipboard.
    const copied: string[] = []
    await page.exposeFunction('noteCopied', (text: string) => copied.push(text))
    await page.addInitScript(() => {
      const { noteCopied } = window as unknown as { noteCopied: (text: string) => Promise<void> }
      navigator.clipboard.writeText = text => noteCopied(text)
    })
    await page.goto(path)
    const row = page.getByRole('row').filter({ hasText: `${mark} 01` })
    await row.hover()
    await row.getByRole('button', { name: `Actions for ${mark} 01` }).click()
    await page.getByRole('menuitem', { name: 'Copy the link' }).click()
    await page.getByText('Link copied').waitFor()
    expect(copied.join()).toMatch(/\/data\/tags\/\d+$/)
    await row.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Peek' }).click()
    await page.waitForURL(/peek=/)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menu').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await row.click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: `Delete ${mark} 01?` })
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await row.waitFor({ state: 'detached' })
    await page.getByText(`${mark} 01 is deleted`).waitFor()
  })

  longTest('stay those that keys act on when the list changes', async ({ openPage }) => {
    const { mark, ids, path } = await createTags(3)
    const { page } = await openPage({ person: 'manager' })
    const row = (name: string) => page.getByRole('row').filter({ hasText: `${mark} ${name}` })
    await page.goto(`${path}&peek=${ids[1]}`)
    await row('01').and(page.locator('[aria-current=true]')).waitFor()
    await page.keyboard.press('j')
    await page.waitForURL(new RegExp(`peek=${ids[2]}$`))
    await row('02').and(page.locator('[aria-current=true]')).waitFor()
    await createTag(`${mark} 00 and more`)
    await page.keyboard.press('r')
    await row('00 and more').waitFor()
    await page.keyboard.press('x')
    await page.getByRole('checkbox', { name: `Select ${mark} 02`, checked: true }).waitFor()
    // Deselected, nothing is left of the bar.
    await page.keyboard.press('x')
    await page.getByText('4 records').waitFor()
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('nothing like it')
    await page.getByText('Nothing matches').waitFor()
    await page.goBack()
    await row('01').waitFor()
  })

  longTest('are deleted in production when their name is typed', async ({ openPage }) => {
    const { mark, path } = await createTags(1)
    const { page } = await openPage({ person: 'manager' })
    await page.route('**/api/boot*', async route => {
      const response = await route.fetch()
      const text = await response.text()
      const body = text.replaceAll(/"kind":"(?:development|staging)"/g, '"kind":"production"')
      await route.fulfill({ response, body })
    })
    await page.goto(path)
    await page.getByRole('checkbox', { name: `Select ${mark} 00` }).check()
    await page
      .getByRole('region', { name: 'Selection' })
      .getByRole('button', { name: 'Delete' })
      .click()
    const dialog = page.getByRole('dialog', { name: `Delete ${mark} 00?` })
    const button = dialog.getByRole('button', { name: 'Delete' })
    expect(await button.isDisabled()).toBe(true)
    await page.keyboard.type(`${mark} 00`)
    await page.keyboard.press('Enter')
    await page.getByText(`${mark} 00 is deleted`).waitFor()
    await page.getByText('Nothing matches').waitFor()
  })

  test('are deleted together, all that match but some', async ({ openPage }) => {
    const { mark, path } = await createTags(13)
    const { page } = await openPage({ person: 'manager' })
    await page.goto(path)
    await page.getByRole('checkbox', { name: `Select ${mark} 00` }).check()
    const bar = page.getByRole('region', { name: 'Selection' })
    await bar.getByText('1 selected').waitFor()
    if (isLongRun) {
      // All that match another filter are not what was selected.
      await bar.getByRole('button', { name: /^Select all/ }).click()
      await page.getByRole('button', { name: 'Remove the filter' }).click()
      await bar.waitFor({ state: 'detached' })
      await page.goBack()
      await page.getByRole('checkbox', { name: `Select ${mark} 00` }).check()
    }
    await bar.getByRole('button', { name: /^Select all/ }).click()
    await page.getByRole('checkbox', { name: `Select ${mark} 05` }).uncheck()
    await bar.getByText('12 selected').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await bar.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete 12 records of Tags?' })
    const button = dialog.getByRole('button', { name: 'Delete 12 records' })
    expect(await button.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('Tags')
    expect(await findAccessibilityProblems(page, everyRun)).toEqual([])
    await button.click()
    await dialog.waitFor({ state: 'detached' })
    await page
      .getByRole('row')
      .filter({ hasText: `${mark} 00` })
      .waitFor({ state: 'detached' })
    await page
      .getByRole('row')
      .filter({ hasText: `${mark} 05` })
      .waitFor()
    await bar.waitFor({ state: 'detached' })
  })

  longTest('that nobody looks at any more are not waited for', async ({ openPage, openPlace }) => {
    const place = await openPlace('Large table')
    const { page } = await openPage({ person: 'manager' })
    let isHeld = false
    const ended: string[] = []
    page.on('requestfailed', request => ended.push(request.url()))
    await page.route('**/_batch', async route => {
      if (isHeld) await new Promise(done => setTimeout(done, 1_500))
      await route.continue().catch(() => {})
    })
    await page.goto(formatPath(place, 'data/measurements'))
    await page.getByRole('table').getByRole('row').nth(5).waitFor()
    isHeld = true
    const scroll = (top: number) =>
      page.locator('.table-scroller').evaluate((element, to) => element.scrollTo(0, to), top)
    const asked = page.waitForRequest('**/_batch')
    await scroll(3_000)
    await asked
    await scroll(0)
    await expect.poll(() => ended.length).toBeGreaterThan(0)
  })

  longTest.for(looks)(
    'are accessible with a cell being edited (%s)',
    async ([, options], { openPage }) => {
      const { mark, path } = await createTags(1)
      const { page } = await openPage({ ...options, person: 'manager' })
      if (page.viewportSize()!.width > 640) {
        await openGrid(page, path, mark)
        await page.keyboard.press('F2')
        await page.getByRole('dialog', { name: 'Edit Label' }).waitFor()
      } else {
        await page.goto(path)
        await page.getByRole('listitem').getByText(mark).first().waitFor()
      }
      expect(await findAccessibilityProblems(page)).toEqual([])
    },
  )
})
