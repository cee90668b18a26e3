import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { openAgentClient } from './support/agent-client.js'
import { findAccessibilityProblems } from './support/axe.js'
import { holdCode } from './support/hold-code.js'
import { looks } from './support/looks.js'
import { describePanel, longTest, shop, test } from './support/panel-test.js'
import { createPerson, findPerson } from './support/people.js'
import { formatPath, type PanelPlace } from './support/place.js'

interface Answer {
  readonly data: { readonly attributes: Readonly<Record<string, unknown>> }
}

/** Waits until the agent has these values of a record. */
async function expectValues(place: PanelPlace, id: number, values: object): Promise<void> {
  const client = await openAgentClient(await findPerson('manager'), place)
  const read = async () => {
    const { body } = await client.send<Answer>('GET', `/rich_values/${id}`)
    return body.data.attributes
  }
  await expect.poll(read, { timeout: 20_000 }).toMatchObject(values)
}

async function openForm(page: Page, place: PanelPlace, path: string): Promise<void> {
  await page.goto(formatPath(place, `data/${path}`))
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).waitFor()
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s')
  await page
    .getByRole('region', { name: 'Notifications' })
    .getByText(/is saved$/)
    .first()
    .waitFor()
}

/**
 * Pastes as a person does, with what other programs put on the clipboard. It names the field: the focus of a form moves
 * when its parts arrive.
 */
async function paste(field: Locator, type: string, text: string): Promise<void> {
  await field.evaluate(
    (element, [name = '', content = '']) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData(name, content)
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      element.dispatchEvent(event)
    },
    [type, text],
  )
}

/** The frame refuses the handlers of what it shows, and says so. */
const handlerInFrame = /inline event handler|script-src-attr refuses inline in \S+sandbox/

describePanel('JSON', () => {
  longTest(
    'is edited as text, its errors by line, and formatted',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Every type')
      const { page } = await openPage({ person: 'manager' })
      await openForm(page, place, 'rich_values/3')
      const editor = page.getByRole('textbox', { name: 'Settings' })
      await editor.click()
      // Letters are typed: they run no command of the panel.
      await page.keyboard.press('Control+a')
      await page.keyboard.type('{"theme":\n"light",\ncde}')
      await page.getByRole('textbox', { name: 'Name' }).click()
      await page.getByText('This is not JSON: look at line 3.').waitFor()
      await editor.click()
      await page.keyboard.press('Control+a')
      await page.keyboard.type('{"theme": "light"}')
      await page.getByRole('button', { name: 'Format' }).click()
      await editor.getByText('"theme": "light"').waitFor()
      expect(await editor.locator('.cm-line').count()).toBe(3)
      await save(page)
      await expectValues(place, 3, { settings: { theme: 'light' } })
      await page.getByRole('list', { name: 'Settings' }).getByText('light').waitFor()
      // A style element would break the policy; a shadow root needs none.
      expect(await page.locator('style').count()).toBe(0)
    },
  )

  longTest(
    'keeps every digit of its numbers, whatever is changed around them',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Every type')
      const { page } = await openPage({ person: 'manager' })
      const editor = page.getByRole('textbox', { name: 'Settings' })
      const write = async (text: string) => {
        await openForm(page, place, 'rich_values/9')
        await editor.click()
        await page.keyboard.press('Control+a')
        await page.keyboard.insertText(text)
        await save(page)
      }
      await write('{"n": 12345678901234567890, "step": 1}')
      await page.getByRole('list', { name: 'Settings' }).getByText('12345678901234567890').waitFor()
      // Saved again: what others may have changed meanwhile is compared with these digits, too.
      await write('{"n": 12345678901234567890, "step": 2}')
      await openForm(page, place, 'rich_values/9')
      await editor.getByText('"n": 12345678901234567890,').waitFor()
      await editor.getByText('"step": 2').waitFor()
    },
  )

  longTest('of like objects is a table, and can be a tree', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every type')
    const { page, problems } = await openPage({ person: 'manager' })
    problems.allow(handlerInFrame)
    await page.goto(formatPath(place, 'data/rich_values/2'))
    const details = page.getByRole('main')
    await details.getByRole('columnheader', { name: 'sku' }).waitFor()
    await page.getByRole('button', { name: 'As a tree' }).click()
    const tree = page.getByRole('list', { name: 'Settings' })
    await tree.getByRole('button', { name: /^0/ }).click()
    await tree.getByText('A-1').waitFor()
  })

  longTest('of five megabytes is shown and not edited here', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every type')
    const { page } = await openPage({ person: 'manager' })
    await page.goto(formatPath(place, 'data/awkward_values/10'))
    await page.getByRole('button', { name: /^list/ }).click()
    await page.getByRole('button', { name: '9,900 more' }).waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByText('too much to edit here').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download', exact: true }).last().click()
    expect((await download).suggestedFilename()).toBe('A document.json')
  })
})

describePanel('rich text', () => {
  longTest('is shown in a frame and edited by keyboard', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every type')
    const { page } = await openPage({ person: 'manager' })
    await page.goto(formatPath(place, 'data/rich_values/4'))
    const frame = page.frameLocator('iframe[title="Text of Body HTML"]')
    await frame.getByRole('heading', { name: 'Hello' }).waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const editor = page.getByRole('textbox', { name: 'Body HTML' })
    await editor.click()
    await page.keyboard.press('Control+End')
    await page.keyboard.type(' and ')
    await page.keyboard.press('Control+b')
    await page.keyboard.type('strong ones')
    await page.keyboard.press('Control+b')
    const styled =
      '<p style="color: red">, pasted <i onclick="alert(1)">too</i><script>x</script></p>'
    await paste(editor, 'text/html', styled)
    const bold = page.getByRole('button', { name: 'Bold' })
    await bold.focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('button', { name: 'Italic' }).getAttribute('tabindex')).toBe('0')
    await save(page)
    const saved =
      '<h2>Hello</h2><p>Some <strong>bold</strong> words and <strong>strong ones</strong>, pasted <em>too</em></p>'
    await expectValues(place, 4, { body_html: saved })
  })

  longTest('that the editor would change is edited as HTML', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every type')
    const { page, problems } = await openPage({ person: 'manager' })
    problems.allow(handlerInFrame)
    await openForm(page, place, 'rich_values/2')
    await page.getByText('(table, tr, td, style)').waitFor()
    expect(await page.getByRole('textbox', { name: 'Body HTML' }).inputValue()).toContain('<table')
    await page.getByRole('button', { name: 'Edit it all the same' }).click()
    await page.getByRole('toolbar', { name: 'Format of Body HTML' }).waitFor()
    await page.getByRole('textbox', { name: 'Body HTML' }).getByText('Cell').waitFor()
  })
})

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describePanel('bytes and points', () => {
  longTest('a photo is shown, replaced and removed', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every type')
    const { page } = await openPage({ person: 'manager' })
    await openForm(page, place, 'rich_values/5')
    const file = { name: 'pixel.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') }
    await page.locator('input[type=file]').first().setInputFiles(file)
    const image = page.getByRole('img', { name: 'pixel.png' })
    await image.waitFor()
    expect(await image.getAttribute('src')).toMatch(/^blob:/)
    await save(page)
    await expectValues(place, 5, { photo: `data:image/png;base64,${pixel}` })
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('button', { name: 'Remove Photo.png' }).click()
    await save(page)
    await expectValues(place, 5, { photo: null })
  })

  longTest('coordinates are pasted as maps write them', async ({ openPage, openPlace }) => {
    const place = await openPlace('Every type')
    const { page } = await openPage({ person: 'manager' })
    await page.goto(formatPath(place, 'data/rich_values/6'))
    await page.getByText('48.85, 2.35').waitFor()
    const map = await page.getByRole('link', { name: 'Map' }).getAttribute('href')
    expect(map).toContain('mlat=48.85&mlon=2.35')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await paste(page.getByLabel('Store location: Latitude'), 'text/plain', '45.7640, 4.8357')
    const longitude = page.getByLabel('Store location: Longitude')
    await expect.poll(() => longitude.inputValue()).toBe('4.8357')
    await save(page)
    await expectValues(place, 6, { store_location: [4.8357, 45.764] })
  })
})

describePanel('the focus of a form', () => {
  longTest('goes to the first field with a problem', async ({ openPage }) => {
    const { page } = await openPage({ person: 'manager' })
    await page.goto(formatPath(shop, 'data/suppliers'))
    await page.getByRole('row').nth(2).waitFor()
    await page.keyboard.press('c')
    const form = page.getByRole('dialog', { name: 'New: Suppliers' })
    await form.getByLabel('Country').fill('JP')
    await form.getByRole('button', { name: 'Create' }).click()
    await form.getByLabel('Name').and(page.locator(':focus')).waitFor()
  })

  longTest(
    'goes to its first field, unless somebody is elsewhere when that arrives',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Every type')
      const { page } = await openPage({ person: 'manager' })
      const release = await holdCode(page, 'rich-text')
      await openForm(page, place, 'rich_values/8')
      const name = page.getByRole('textbox', { name: 'Name' })
      await name.click()
      release()
      const first = page.getByRole('textbox', { name: 'Body html' })
      await first.waitFor()
      await page.keyboard.type('!')
      expect(await name.inputValue()).toBe('Rich 8!')
      const { page: quick } = await openPage({ person: 'manager' })
      await openForm(quick, place, 'rich_values/8')
      const focused = quick.getByRole('textbox', { name: 'Body html' }).and(quick.locator(':focus'))
      await focused.waitFor()
      await quick.keyboard.type('?')
      await focused.getByText('words?').waitFor()
    },
  )
})

describePanel('a related record', () => {
  test('is found by its title after a rest, with one request, and cleared', async ({
    openPage,
    openPlace,
  }) => {
    const place = await openPlace('Every type')
    const { page } = await openPage({ person: 'manager' })
    await openForm(page, place, 'rich_values/7')
    const searches: string[] = []
    page.on('request', request => {
      const body = request.postData() ?? ''
      if (body.includes('"path":"/regions"')) searches.push(body)
    })
    const picker = page.getByRole('combobox', { name: /region/i })
    await picker.click()
    await page.getByRole('option', { name: /^Berlin/ }).waitFor()
    await page.keyboard.type('bar')
    await page.getByRole('option', { name: /^Berlin/ }).waitFor({ state: 'detached' })
    await page.getByRole('option', { name: /^With a bar/ }).waitFor()
    expect(searches).toHaveLength(2)
    expect(searches[1]).toContain('"search":"bar"')
    // Nothing but the key and the title.
    expect(searches[1]).toContain('"fields[regions]":"code,country,name"')
    await page.keyboard.press('Enter')
    expect(await picker.inputValue()).toBe('With a bar')
    await save(page)
    await page.getByRole('link', { name: 'With a bar' }).first().waitFor()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByRole('combobox', { name: /region/i }).click()
    await page.getByText('Picked last').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Clear: .*region/i }).click()
    await save(page)
    await expectValues(place, 7, { country: null, region: null })
  })
})

describePanel('a person', () => {
  longTest(
    'is shown by name where the project knows them, else by address',
    async ({ openPage, openPlace }) => {
      const place = await openPlace('Every type')
      const person = await createPerson({ role: 'Manager', team: 'Operations' })
      const client = await openAgentClient(await findPerson('manager'), place)
      const create = async (email: string) => {
        const attributes = { name: `Mail ${email}`, email }
        const body = { data: { type: 'every_type', attributes } }
        return (await client.send<{ data: { id: string } }>('POST', '/every_type', body)).body.data
          .id
      }
      const { page } = await openPage({ person })
      const layout = {
        version: 1,
        navigation: { groups: [], hidden: [] },
        collections: { every_type: { fields: { email: { show: { name: 'person' } } } } },
      }
      await page.route(/\/api\/boot/, async route => {
        const response = await route.fetch()
        const boot = (await response.json()) as object
        await route.fulfill({ response, json: { ...boot, layout: { tag: 'a', layout } } })
      })
      await page.route('**/teams/*/layout', route => route.fulfill({ json: { tag: 'a', layout } }))
      const open = async (email: string) =>
        page.goto(formatPath(place, `data/every_type/${await create(email)}`))
      await open(person.email)
      await page
        .getByRole('main')
        .getByText(/^P\w+ Tester$/)
        .waitFor()
      await open('nobody@else.example')
      await page.getByRole('main').getByText('nobody@else.example', { exact: true }).waitFor()
    },
  )
})

describePanel('editors of values', () => {
  longTest.for(looks)('are accessible: %s', async ([, options], { openPage, openPlace }) => {
    const place = await openPlace('Every type')
    const { page } = await openPage({ person: 'manager', ...options })
    await openForm(page, place, 'rich_values/8')
    await page.getByRole('textbox', { name: 'Settings' }).waitFor()
    await page.getByRole('textbox', { name: 'Body HTML' }).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await page.goto(formatPath(place, 'data/rich_values/8'))
    await page.getByRole('list', { name: 'Settings' }).waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
  })
})
