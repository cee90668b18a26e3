import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { findShop, openAdministration } from '../../../examples/store/src/administration.js'
import { findAccessibilityProblems } from './support/axe.js'
import { looks } from './support/looks.js'
import { describePanel, journey, longTest, shop, test } from './support/panel-test.js'
import { createPerson } from './support/people.js'
import { formatPath, type PanelPlace } from './support/place.js'

/** Opens the drawer of an action of a task, on the page of the task. */
async function openAction(page: Page, place: PanelPlace, task: number, name: string) {
  await page.goto(formatPath(place, `data/tasks/${task}`))
  await chooseAction(page, name)
  return page.getByRole('dialog', { name })
}

async function chooseAction(page: Page, name: string): Promise<void> {
  // At a selection, the actions of the list are above it.
  await page.getByRole('button', { name: 'Actions', exact: true }).last().click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}

const readStatus = (drawer: Locator) => drawer.getByRole('status').first()

describePanel('an action on one record', () => {
  test('says what it did, with HTML in a sandbox, and reloads the record', async ({
    openPage,
    openPlace,
  }) => {
    const place = await openPlace('Every action')
    const { page } = await openPage({ person: 'manager' })
    const drawer = await openAction(page, place, 1, 'Assign to Ben')
    await drawer.getByText('1 record · Task 001').waitFor()
    await drawer.getByRole('button', { name: 'Run' }).click()
    await drawer.getByText('Ben has it.').waitFor()
    const frame = drawer.frameLocator('iframe')
    await frame.getByRole('heading', { name: 'Handed over' }).waitFor()
    // The frame gets the colours of the page, also when these change.
    await page.emulateMedia({ colorScheme: 'dark' })
    const readScheme = () => frame.locator('html').evaluate(each => each.style.colorScheme)
    await expect.poll(readScheme).toBe('dark')
    await drawer.getByText('Reloaded: Owner').waitFor()
    await page.keyboard.press('Enter')
    await drawer.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Ben Ito' }).first().waitFor()
  })

  longTest('keeps the form when it is refused, and runs again', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every action')
    const { page, problems } = await openPage({ person: 'manager' })
    problems.allow(/status of 400/)
    const drawer = await openAction(page, place, 2, 'Refuse')
    await drawer.getByLabel('Why').fill('too late')
    await page.keyboard.press('Enter')
    const alert = drawer.getByRole('alert')
    await alert.getByText('Refused: too late.').waitFor()
    await alert.frameLocator('iframe').getByText('Ask Ana first.').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await drawer.getByLabel('Why').fill('too early')
    await page.keyboard.press('ControlOrMeta+Enter')
    await alert.getByText('Refused: too early.').waitFor()
  })

  longTest(
    'leaves the record on the screen when it cannot be read again',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Every action')
      const { page, problems } = await openPage({ person: 'manager' })
      problems.allow(/status of 500/)
      const drawer = await openAction(page, place, 32, 'Close')
      await drawer.getByRole('button', { name: 'Run' }).waitFor()
      const reading = page.waitForResponse('**/_batch')
      await page.route('**/_batch', route =>
        route.fulfill({ status: 500, headers: { 'access-control-allow-origin': '*' }, json: {} }),
      )
      await drawer.getByRole('button', { name: 'Run' }).click()
      await drawer.getByText('Closed 1.').waitFor()
      await reading
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'hidden' })
      await page.getByRole('button', { name: 'Edit State' }).waitFor()
    },
  )

  longTest('leads to a page of the panel', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every action')
    const { page } = await openPage({ person: 'manager' })
    const drawer = await openAction(page, place, 3, 'Open its owner')
    await drawer.getByRole('button', { name: 'Run' }).click()
    await page.waitForURL(`**${formatPath(place, 'data/people/1')}`)
    await page.getByRole('heading', { name: 'Ana Costa' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  longTest(
    'shows another address before it is opened, and only safe ones',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Every action')
      const { page } = await openPage({ person: 'manager' })
      const drawer = await openAction(page, place, 3, 'Open elsewhere')
      await drawer.getByLabel('Address').fill('https://bank.example/refunds/1?a=b')
      await drawer.getByRole('button', { name: 'Run' }).click()
      const link = drawer.getByRole('link', { name: 'Open bank.example' })
      await link.waitFor()
      await drawer.getByText('https://bank.example/refunds/1?a=b').waitFor()
      expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
      await page.keyboard.press('Escape')
      const other = await openAction(page, place, 3, 'Open elsewhere')
      await other.getByLabel('Address').fill('javascript:alert(1)')
      await other.getByRole('button', { name: 'Run' }).click()
      await other.getByRole('alert').getByText('cannot be opened').waitFor()
      expect(await other.getByRole('link').count()).toBe(0)
    },
  )

  longTest(
    'that never responds can be left in the background and cancelled',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Every action')
      const { page } = await openPage({ person: 'manager' })
      const drawer = await openAction(page, place, 4, 'Never responds')
      await drawer.getByLabel('Note').fill('do not lose me')
      await drawer.getByRole('button', { name: 'Run' }).click()
      await drawer.getByText(/Running for \d+ seconds/).waitFor()
      await page.keyboard.press('Escape')
      const background = page.getByRole('region', { name: 'Actions in the background' })
      await background.getByText('Never responds').waitFor()
      // The panel is as usable as before.
      await page.getByRole('link', { name: 'People' }).click()
      await page.getByRole('table').getByText('Cleo Høst').waitFor()
      await background.getByRole('button', { name: 'Cancel' }).click()
      await background.getByText('did not run').waitFor()
      await background.getByRole('button', { name: 'Show' }).click()
      await drawer.getByRole('alert').getByText('Cancelled.').waitFor()
      expect(await drawer.getByLabel('Note').inputValue()).toBe('do not lose me')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Keep editing' }).click()
      await drawer.getByRole('button', { name: 'Close' }).click()
      await page.getByRole('button', { name: 'Discard' }).click()
      await drawer.waitFor({ state: 'hidden' })
    },
  )

  longTest(
    'that runs when somebody goes to another place says that it may have been carried out',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Every action')
      const person = await createPerson({ role: 'Manager', team: 'Operations' })
      const { page } = await openPage({ person })
      const drawer = await openAction(page, place, 4, 'Never responds')
      await drawer.getByRole('button', { name: 'Run' }).click()
      await drawer.getByText(/Running for \d+ seconds/).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Change the place/ }).click()
      await page.getByRole('menuitemradio', { name: shop.environmentName, exact: true }).click()
      await page.getByText('You left while Never responds was running').first().waitFor()
    },
  )
})

describePanel('a form of an action', () => {
  journey(
    'has pages, rows, HTML, required fields, dynamic fields and searched options',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Every action')
      const { page } = await openPage({ person: 'manager' })
      const drawer = await openAction(page, place, 5, 'Plan')
      await drawer.getByText('Says when a task is done, and by whom.').waitFor()
      await drawer.frameLocator('iframe').getByText('How large is it?').waitFor()
      await drawer.getByRole('button', { name: 'Go on' }).click()
      const hours = drawer.getByLabel('Hours')
      await drawer.getByText('needed').or(drawer.getByText('required')).first().waitFor()
      expect(await hours.evaluate(each => document.activeElement === each)).toBe(true)
      await page.keyboard.type('12')
      await drawer.getByLabel('Size').waitFor()
      expect(await drawer.getByLabel('Size').inputValue()).toBe('large')
      expect(await hours.evaluate(each => document.activeElement === each)).toBe(true)
      await hours.fill('3')
      await expect.poll(() => drawer.getByLabel('Size').inputValue()).toBe('small')
      await page.keyboard.press('ControlOrMeta+Enter')
      await drawer.getByRole('listitem').nth(1).and(drawer.locator('[aria-current=step]')).waitFor()
      await drawer.getByRole('button', { name: 'Size again' }).click()
      expect(await hours.inputValue()).toBe('3')
      await drawer.getByRole('button', { name: 'Go on' }).click()
      await drawer.getByRole('combobox', { name: 'Who' }).fill('Cleo')
      await page.getByRole('option', { name: 'Cleo Høst' }).click()
      await drawer.getByRole('combobox', { name: 'Room' }).click()
      await page.keyboard.type('gar')
      await page.getByRole('option', { name: 'Garden' }).click()
      await drawer.getByRole('button', { name: 'Plan it' }).click()
      await drawer.getByText('3 hours, small, by 3, in Garden.').waitFor()
    },
  )

  longTest('keeps what is typed while the agent responds', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every action')
    const { page } = await openPage({ person: 'manager' })
    const drawer = await openAction(page, place, 6, 'Rename')
    const title = drawer.getByLabel('Title')
    await expect.poll(() => title.inputValue()).toBe('Task 006')
    const requests: string[] = []
    page.on('request', request => {
      const body = request.postData() ?? ''
      if (body.includes('hooks/change')) requests.push(body)
    })
    await title.fill('')
    await title.pressSequentially('A better name', { delay: 20 })
    await expect.poll(() => drawer.getByLabel('Preview').inputValue()).toBe('A better name')
    expect(await title.inputValue()).toBe('A better name')
    // One for each rest, not for each letter.
    expect(requests.length).toBeLessThan('A better name'.length / 2)
    await drawer.getByLabel('Shout').check()
    await expect.poll(() => drawer.getByLabel('Preview').inputValue()).toBe('A BETTER NAME')
    await drawer.getByRole('button', { name: 'Run' }).click()
    await drawer.getByText('Renamed.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'A BETTER NAME' }).waitFor()
  })

  longTest('shows what the agent refuses at its field', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every action')
    const { page, problems } = await openPage({ person: 'manager' })
    problems.allow(/status of 400/)
    const drawer = await openAction(page, place, 7, 'Refuse')
    const error = { detail: 'No.', data: { fields: { Why: ['Say a little more.'] } } }
    await page.route(/refuse\?/, async route => {
      if (route.request().method() === 'OPTIONS') return route.continue()
      return route.fulfill({
        status: 400,
        headers: { 'access-control-allow-origin': '*' },
        json: { errors: [error] },
      })
    })
    await drawer.getByLabel('Why').fill('x')
    await drawer.getByRole('button', { name: 'Run' }).click()
    await drawer.getByText('Say a little more.').waitFor()
    expect(await drawer.getByLabel('Why').getAttribute('aria-invalid')).toBe('true')
    await drawer.getByLabel('Why').fill('xy')
    await drawer.getByText('Say a little more.').waitFor({ state: 'hidden' })
  })

  longTest('edits a value in each widget', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every action')
    const { page } = await openPage({ person: 'manager' })
    await page.goto(formatPath(place, 'data/tasks'))
    await chooseAction(page, 'Every widget')
    const drawer = page.getByRole('dialog', { name: 'Every widget' })
    const field = (name: string) => drawer.getByLabel(name, { exact: true })
    const group = (name: string) => drawer.getByRole('group', { name, exact: true })
    const choose = async (name: string, text: string, option: string | RegExp) => {
      await drawer.getByRole('combobox', { name, exact: true }).click()
      await page.keyboard.type(text)
      await page.getByRole('option', { name: option }).click()
    }
    await choose('Dropdown', 'tw', 'Two')
    await drawer.getByRole('radio', { name: 'Two' }).check()
    await group('Checkboxes').getByRole('checkbox', { name: 'one' }).check()
    await group('Checkboxes').getByRole('checkbox', { name: 'three' }).check()
    await drawer.getByRole('checkbox', { name: 'Checkbox', exact: true }).check()
    await field('Text').fill('short')
    await field('Text area').fill('two\nlines')
    await drawer.getByRole('textbox', { name: 'Rich text' }).click()
    await page.keyboard.type('formatted')
    for (const [name, items] of [
      ['Texts', ['a', 'b']],
      ['Numbers', ['1', '2.5']],
    ] as const) {
      for (const item of items) {
        await group(name).getByRole('button', { name: 'Add' }).click()
        await page.keyboard.type(item)
      }
    }
    await field('Number').fill('4')
    await field('Price').fill('12.50')
    await field('Colour').fill('#245fd4')
    await field('Day').fill('2026-02-03')
    await field('Time').fill('13:37')
    await drawer.getByRole('textbox', { name: 'Json' }).click()
    await page.keyboard.insertText('{"a": [1]}')
    const file = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') }
    await drawer.locator('input[type=file][aria-label=File]').setInputFiles(file)
    await choose('Person', shop.email, new RegExp(shop.email))
    await field('Address').fill('1 Road\nTown')
    await field('Moment').fill('2026-02-03 09:00')
    await drawer.getByRole('radio', { name: 'red' }).check()
    await choose('Task', 'Task 031', 'Task 031')
    await drawer.locator('input[type=file][aria-label=Files]').setInputFiles([file, file])
    await choose('Enums', 'gre', 'green')
    // Several can be chosen: the options stay until somebody leaves.
    await page.keyboard.press('Tab')
    await drawer.getByRole('button', { name: 'Run' }).click()
    await drawer.getByText('Received.').waitFor()
    const text = await drawer.frameLocator('iframe').locator('pre').textContent()
    expect(JSON.parse(text ?? '')).toMatchObject({
      Dropdown: 'two',
      Radio: 'two',
      Checkboxes: ['one', 'three'],
      Checkbox: true,
      Text: 'short',
      'Text area': 'two\nlines',
      'Rich text': '<p>formatted</p>',
      Texts: ['a', 'b'],
      Number: 4,
      Numbers: [1, 2.5],
      Price: 12.5,
      Colour: '#245fd4',
      Day: '2026-02-03',
      Time: expect.stringMatching(/^13:37/),
      Json: { a: [1] },
      File: { name: 'note.txt', mimeType: 'text/plain' },
      Person: shop.email,
      Address: expect.stringContaining('1 Road'),
      Moment: expect.stringMatching(/^2026-02-03T/),
      Enum: 'red',
      Enums: ['green'],
      Task: [31],
      Files: [{ name: 'note.txt' }, { name: 'note.txt' }],
    })
  })

  longTest('is empty after a fault, with a way to try again', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every action')
    const { page, problems } = await openPage({ person: 'manager' })
    problems.allow(/ERR_FAILED/)
    await page.goto(formatPath(place, 'data/tasks/7'))
    await page.getByRole('heading', { name: 'Task 007' }).waitFor()
    await page.route('**/_batch', route => route.abort(), { times: 1 })
    await chooseAction(page, 'Rename')
    const drawer = page.getByRole('dialog', { name: 'Rename' })
    await drawer.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => drawer.getByLabel('Title').inputValue()).toBe('Task 007')
  })
})

describePanel('an action on many records', () => {
  test('runs on selected rows, which stay where they are', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every action')
    const { page } = await openPage({ person: 'manager' })
    await page.goto(formatPath(place, 'data/tasks?sort=title'))
    const table = page.getByRole('table')
    for (const name of ['Task 011', 'Task 012']) {
      await table.getByRole('checkbox', { name: `Select ${name}` }).check()
    }
    await page.getByText('2 selected').first().waitFor()
    await page.keyboard.press('a')
    await page.getByRole('menuitem', { name: 'Close' }).waitFor()
    await page.keyboard.press('c')
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Close' })
    await drawer.getByText('2 records · Task 011, Task 012').waitFor()
    await drawer.getByRole('button', { name: 'Run' }).click()
    await drawer.getByText('Closed 2.').waitFor()
    await page.keyboard.press('Escape')
    const row = table.getByRole('row', { name: /Task 011/ })
    await row.getByText('closed').waitFor()
    await table
      .getByRole('row', { name: /Task 013/ })
      .getByText('open')
      .waitFor()
  })

  longTest('runs on all that match but some', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every action')
    const { page } = await openPage({ person: 'manager' })
    await page.goto(formatPath(place, 'data/tasks?sort=title&filter=title.starts_with.Task 02'))
    const table = page.getByRole('table')
    await table.getByRole('checkbox', { name: 'Select Task 021' }).check()
    await page.getByRole('button', { name: /Select all/ }).click()
    await table.getByRole('checkbox', { name: 'Select Task 022' }).uncheck()
    await chooseAction(page, 'Close')
    const drawer = page.getByRole('dialog', { name: 'Close' })
    await drawer.getByText('All 9 records that match').waitFor()
    await drawer.getByRole('button', { name: 'Run' }).click()
    await drawer.getByText('Closed 9.').waitFor()
    await page.keyboard.press('Escape')
    await table
      .getByRole('row', { name: /Task 029/ })
      .getByText('closed')
      .waitFor()
    await table
      .getByRole('row', { name: /Task 022/ })
      .getByText('open')
      .waitFor()
  })

  longTest(
    'runs on what is selected in a related list, and nothing else',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Every action')
      const { page } = await openPage({ person: 'manager' })
      await page.goto(formatPath(place, 'data/people/2/tasks'))
      const table = page.getByRole('table', { name: 'Tasks' })
      await table.getByText('Task 007').waitFor()
      await page.getByRole('searchbox', { name: 'Search Tasks' }).fill('"Task 20"')
      await table.getByText('Task 007').waitFor({ state: 'detached' })
      await table.getByRole('checkbox', { name: 'Select Task 202' }).check()
      await page.getByRole('button', { name: 'Select all that match' }).click()
      await chooseAction(page, 'Close')
      const drawer = page.getByRole('dialog', { name: 'Close' })
      await drawer.getByText('All records that match').waitFor()
      await drawer.getByRole('button', { name: 'Run' }).click()
      // Of the ten tasks from 200 on, three belong to this person.
      await drawer.getByText('Closed 3.').waitFor()
      await page.keyboard.press('Escape')
      await table
        .getByRole('row', { name: /Task 208/ })
        .getByText('closed')
        .waitFor()
    },
  )

  longTest('on none, from the head of the list, gives a file', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every action')
    const { page } = await openPage({ person: 'manager' })
    await page.goto(formatPath(place, 'data/tasks'))
    await chooseAction(page, 'Report')
    const drawer = page.getByRole('dialog', { name: 'Report' })
    const downloading = page.waitForEvent('download')
    await drawer.getByRole('button', { name: 'Run' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('report ü.csv')
    const folder = await mkdtemp(join(tmpdir(), 'panel-file-'))
    const path = join(folder, 'report.csv')
    await download.saveAs(path)
    const text = await readFile(path, 'utf8')
    await rm(folder, { recursive: true })
    expect(text.split('\n')).toHaveLength(1_002)
    await drawer.getByText(/report ü\.csv is saved/).waitFor()
  })

  longTest('is found in the palette', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every action')
    const { page } = await openPage({ person: 'manager' })
    await page.goto(formatPath(place, 'data/tasks/8'))
    await page.getByRole('heading', { name: 'Task 008' }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await page.keyboard.type('assign')
    await page.getByRole('option', { name: /Assign to Ben \(Task 008\)/ }).click()
    await page.getByRole('dialog', { name: 'Assign to Ben' }).waitFor()
  })
})

describePanel('a webhook of an action', () => {
  let server: Server
  let url: string
  const received: string[] = []
  beforeAll(async () => {
    server = createServer((request, response) => {
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', 'content-type')
      if (request.method === 'POST') request.on('data', text => received.push(String(text)))
      response.writeHead(request.method === 'OPTIONS' ? 204 : 202).end()
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  })
  afterAll(() => {
    server?.close()
  })

  longTest('is confirmed once per host, then called', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every action')
    const { page, problems } = await openPage({ person: 'manager' })
    problems.allow(/a request to http:\/\/127/)
    const { host } = new URL(url)
    const drawer = await openAction(page, place, 9, 'Call a webhook')
    await drawer.getByLabel('Address').fill(url)
    await drawer.getByRole('button', { name: 'Run' }).click()
    await drawer.getByText(`POST ${url}`).waitFor()
    expect(received).toEqual([])
    await drawer.getByRole('button', { name: `Call ${host}` }).click()
    await drawer.getByText('responded with status 202').waitFor()
    expect(received).toEqual(['{"task":9}'])
    await drawer.getByRole('button', { name: 'Close' }).last().click()
    await chooseAction(page, 'Call a webhook')
    await drawer.getByLabel('Address').fill(url)
    await drawer.getByRole('button', { name: 'Run' }).click()
    await drawer.getByText('responded with status 202').waitFor()
    expect(received).toHaveLength(2)
  })
})

describePanel('an approval', () => {
  longTest(
    'is asked for in place, with a comment, and names who may give it',
    async ({ openPage }) => {
      const { page, problems } = await openPage({ person: 'support' })
      problems.allow(/status of 403/)
      await page.goto(formatPath(shop, 'data/orders', 'Support'))
      await page.getByRole('table').getByRole('row').nth(3).click()
      await page
        .getByRole('complementary')
        .getByRole('button', { name: 'Actions', exact: true })
        .click()
      await page.getByRole('menuitem', { name: 'Refund' }).click()
      const drawer = page.getByRole('dialog', { name: 'Refund' })
      await drawer.getByText(/needs an approval/).waitFor()
      await drawer.getByLabel('Amount').fill('5')
      await drawer.getByRole('radio', { name: 'Damaged' }).check()
      await drawer.getByRole('button', { name: 'Refund' }).click()
      await drawer.getByText('Refund needs an approval before it runs').waitFor()
      await drawer.getByRole('listitem').getByText('Manager', { exact: true }).waitFor()
      await drawer.getByLabel('Comment').fill('The parcel was wet.')
      expect(await findAccessibilityProblems(page)).toEqual([])
      await drawer.getByRole('button', { name: 'Ask for approval' }).click()
      await drawer.getByText(/Approval requested: number \d+/).waitFor()
      expect(await readStatus(drawer).textContent()).toMatch(/number \d+/)
    },
  )

  longTest(
    'for all that match names each of them, without those left out',
    async ({ openPage }) => {
      const admin = await openAdministration(shop.serviceUrl, shop)
      const { projectPath, environmentPath } = await findShop(admin, shop.email)
      const name = `Shippers ${randomUUID().slice(0, 8)}`
      const role = await admin.send<{ id: number }>('POST', `${projectPath}/roles`, { name })
      const look = { browse: true, read: true }
      const actions = { 'Mark as shipped': { trigger: true, requireApproval: true } }
      await admin.send('PUT', `${environmentPath}/roles/${role.id}/rights`, {
        defaults: look,
        collections: { orders: { ...look, actions } },
      })
      const person = await createPerson({ role: name, team: 'Operations' })
      const { page, problems } = await openPage({ person })
      problems.allow(/status of 403/)
      const filter = 'reference.in.(ORD-001501,ORD-001502,ORD-001503)'
      await page.goto(`${formatPath(shop, 'data/orders')}?filter=${filter}`)
      await page.getByRole('checkbox', { name: 'Select ORD-001501' }).check()
      const bar = page.getByRole('region', { name: 'Selection' })
      await bar.getByRole('button', { name: 'Select all 3' }).click()
      await page.getByRole('checkbox', { name: 'Select ORD-001502' }).uncheck()
      await bar.getByText('2 selected').waitFor()
      await chooseAction(page, 'Mark as shipped')
      const drawer = page.getByRole('dialog', { name: 'Mark as shipped' })
      await drawer.getByRole('button', { name: 'Run' }).click()
      await drawer.getByRole('button', { name: 'Ask for approval' }).click()
      const asked = await drawer.getByText(/Approval requested: number \d+/).textContent()
      const path = `${environmentPath}/approvals/${asked?.match(/number (\d+)/)?.[1]}`
      const { recordIds } = await admin.send<{ recordIds: readonly string[] }>('GET', path)
      expect(recordIds.toSorted()).toEqual(['1501', '1503'])
      await admin.close()
    },
  )
})

describePanel('an approval for all that match', () => {
  longTest(
    'names the records, without those that were left out',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Every action')
      const { page, problems } = await openPage({ person: 'manager' })
      problems.allow(/status of 403/)
      const error = {
        name: 'CustomActionRequiresApprovalError',
        data: { roleIdsAllowedToApprove: [1] },
      }
      await page.route(/_actions\/tasks\/\d+\/close\?/, route =>
        route.fulfill({
          status: 403,
          headers: { 'access-control-allow-origin': '*' },
          json: { errors: [error] },
        }),
      )
      await page.route('**/approvals', route =>
        route.fulfill({ status: 201, json: { id: 7, expiresAt: '2026-12-01T00:00:00.000Z' } }),
      )
      await page.goto(formatPath(place, 'data/tasks?sort=title&filter=title.starts_with.Task 05'))
      const table = page.getByRole('table')
      await table.getByRole('checkbox', { name: 'Select Task 051' }).check()
      await page.getByRole('button', { name: /Select all/ }).click()
      await table.getByRole('checkbox', { name: 'Select Task 052' }).uncheck()
      await chooseAction(page, 'Close')
      const drawer = page.getByRole('dialog', { name: 'Close' })
      await drawer.getByRole('button', { name: 'Run' }).click()
      await drawer.getByText('Close needs an approval before it runs').waitFor()
      const asking = page.waitForRequest('**/approvals')
      await page.keyboard.press('ControlOrMeta+Enter')
      const { recordIds } = (await asking).postDataJSON() as { recordIds: readonly string[] }
      expect([...recordIds].sort()).toEqual(['50', '51', '53', '54', '55', '56', '57', '58', '59'])
      await drawer.getByText('Approval requested: number 7.').waitFor()
    },
  )
})

describePanel('drawers of actions', () => {
  for (const [look, options] of looks) {
    longTest(`can be used by everybody: ${look}`, async ({ openPage, openPlace }) => {
      const place = await openPlace('Every action')
      const { page } = await openPage({ person: 'manager', ...options })
      const drawer = await openAction(page, place, 10, 'Plan')
      await drawer.frameLocator('iframe').getByText('How large is it?').waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.goto(formatPath(place, 'data/tasks'))
      await chooseAction(page, 'Every widget')
      const gallery = page.getByRole('dialog', { name: 'Every widget' })
      for (const [role, name] of [
        ['combobox', 'Dropdown'],
        ['textbox', 'Rich text'],
        ['textbox', 'Json'],
      ] as const) {
        await gallery.getByRole(role, { name }).waitFor()
      }
      expect(await findAccessibilityProblems(page)).toEqual([])
    })
  }
})
