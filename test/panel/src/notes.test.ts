import { randomInt } from 'node:crypto'
import { isLongRun } from '@service/test-support'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { askService } from './support/ask-service.js'
import { everyRun, findAccessibilityProblems } from './support/axe.js'
import { findShopPlace } from './support/find-place.js'
import { looks } from './support/looks.js'
import { describePanel, journey, longTest, shop, test } from './support/panel-test.js'
import { createPerson, type Person } from './support/people.js'
import { formatPath } from './support/place.js'

const order = (id: number) => formatPath(shop, `data/orders/${id}`)
const inbox = formatPath(shop, 'inbox')
const newNote = (page: Page) => page.getByRole('textbox', { name: /^Write a note/ })
const thread = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const counter = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Inbox, / })
const setting = { role: 'Manager', team: 'Operations' } as const

/** Their name begins as their address does. */
const firstName = ({ email }: Person) => email.slice(0, email.indexOf('@'))

interface ReadNote {
  readonly title: string
  readonly messages: readonly { readonly content: string }[]
}

async function readNotes(person: Person, recordId: number): Promise<readonly ReadNote[]> {
  const { environmentPath } = await findShopPlace()
  const query = `collectionName=orders&recordId=${recordId}`
  const path = `${environmentPath}/notes?${query}`
  return (await askService<{ readonly data: readonly ReadNote[] }>(person, 'GET', path)).data
}

/** An order without notes: what this file or an earlier try wrote on another one does not matter. */
async function findOrder(person: Person): Promise<number> {
  for (let tries = 0; tries < 20; tries += 1) {
    const id = randomInt(1_000, 1_800)
    if ((await readNotes(person, id)).length === 0) return id
  }
  throw new Error('Every order has notes.')
}

/** Shows the notes alone, without the rest of the timeline. */
const showNotes = (page: Page) =>
  page.getByRole('complementary', { name: 'Timeline' }).getByText('Notes', { exact: true }).click()

/** Opens the box for a new note by its key, as people without a pointer do. */
async function begin(page: Page) {
  await showNotes(page)
  await page.getByRole('button', { name: /^Write a note/ }).waitFor()
  await page.keyboard.press('n')
  // What is typed before the editor is loaded waits for it.
  await page.keyboard.type('Please')
  await newNote(page).getByText('Please').waitFor()
}

describePanel('notes', () => {
  journey(
    'are written with mentions by keyboard, read in the inbox, answered, changed and resolved',
    async ({ openPage }) => {
      const [author, colleague] = [await createPerson(setting), await createPerson(setting)]
      const id = await findOrder(author)
      const { page } = await openPage({ person: author })
      await page.goto(order(id))
      await begin(page)
      await page.keyboard.type(` look at this, @${firstName(colleague).slice(0, 5)}`)
      const option = page.getByRole('option', { name: new RegExp(firstName(colleague), 'i') })
      await option.waitFor()
      expect(await newNote(page).getAttribute('aria-activedescendant')).toBeTruthy()
      expect(await findAccessibilityProblems(page, everyRun)).toEqual([])
      await page.keyboard.press('Enter')
      await page.keyboard.type('and ')
      await page.keyboard.press('Control+b')
      await page.keyboard.type('soon')
      await page.keyboard.press('Control+Enter')
      const own = thread(page, 'Please look at this')
      await own.getByText('soon').waitFor()
      expect(await newNote(page).textContent()).toBe('')
      const [note] = await readNotes(author, id)
      expect(note?.title).toMatch(/^Please look at this, @.* Tester and soon$/)
      expect(note?.messages[0]?.content).toMatch(
        /^<p>Please look at this, <span data-mention-id="\d+">@.* Tester<\/span> and <strong>soon<\/strong><\/p>$/,
      )

      // The colleague finds it in the inbox, opens it by keys and replies.
      const { page: other } = await openPage({ person: colleague })
      await other.goto(inbox)
      await other.getByText('Please look at this').waitFor()
      await other.getByText(`ORD-00${id}`).waitFor()
      expect(await counter(other).textContent()).toBe('1')
      for (const [, { viewport }] of isLongRun ? looks : []) {
        if (viewport) await other.setViewportSize(viewport)
        expect(await findAccessibilityProblems(other)).toEqual([])
        expect(await other.evaluate(isWide)).toBe(false)
      }
      await other.setViewportSize({ width: 1280, height: 800 })
      await other.keyboard.press('j')
      await other.keyboard.press('Enter')
      await other.waitForURL(new RegExp(`/data/orders/${id}#note-\\d+$`))
      await expect.poll(() => counter(other).textContent()).toBe('')
      const theirs = thread(other, 'Please look at this')
      await expect
        .poll(() => theirs.evaluate(element => element === document.activeElement))
        .toBe(true)
      await theirs.getByRole('button', { name: 'Reply…' }).click()
      await other.keyboard.type('Done')
      await theirs.getByRole('textbox').getByText('Done').waitFor()
      await other.keyboard.press('Control+Enter')
      await theirs.getByRole('listitem').getByText('Done').waitFor()
      expect(await theirs.getByRole('button', { name: 'Edit message' }).count()).toBe(1)
      expect(await theirs.getByRole('button', { name: 'Delete message' }).count()).toBe(1)

      // The author changes and deletes the own message; the reply stays.
      await page.reload()
      await showNotes(page)
      await own.getByText('Done').waitFor()
      await own.getByRole('button', { name: 'Edit message' }).click()
      const edited = page.getByRole('textbox', { name: 'Edit your message' })
      await edited.getByText('@').waitFor()
      await page.keyboard.type(', today')
      await edited.getByText(', today').waitFor()
      await page.keyboard.press('Control+Enter')
      await own.getByText('edited', { exact: true }).waitFor()
      expect((await readNotes(author, id))[0]?.title).toMatch(/and soon, today$/)
      let rest = own
      if (isLongRun) {
        await own.getByRole('button', { name: 'Delete message' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Delete message' }).click()
        rest = thread(page, 'This message was deleted.')
        await rest.getByText('Done').waitFor()
        expect((await readNotes(author, id)).map(({ title }) => title)).toEqual(['Done'])
      }

      // Resolved, it leaves the open ones until it is opened again.
      await rest.getByRole('button', { name: 'Resolve' }).click()
      await page.getByText('Everything is resolved').waitFor()
      await page.getByText('Resolved 1').click()
      await rest.getByRole('button', { name: 'Reopen' }).click()
      await rest.getByRole('button', { name: 'Resolve' }).waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
    },
  )

  test('run nothing that somebody put into them, and link only to safe addresses', async ({
    openPage,
  }) => {
    const person = await createPerson(setting)
    const { page } = await openPage({ person })
    const content =
      '<p>Watch <img src="x" onerror="window.wasRun = 1"><script>window.wasRun = 2</script>' +
      '<a href="javascript:window.wasRun = 3">this</a> and <a href="https://shop.example/a">that</a>' +
      '<span style="color: red" data-mention-id="999999">@Nobody</span></p>'
    // A service that was broken into would send what the real one never keeps.
    await page.route(/\/notes\?/, async route => {
      const user = { object: 'user', id: 1, username: 'eve', email: 'eve@shop.example' }
      const createdAt = '2026-02-01T08:30:00.000000Z'
      const message = { object: 'note-message', id: 1, content, createdAt, user }
      const note = {
        ...{ object: 'note', id: 1, title: '<b>Watch</b>', recordId: '1802', createdAt, user },
        ...{ updatedAt: createdAt, team: { name: 'Operations' }, collection: { name: 'orders' } },
        messages: [message],
      }
      await route.fulfill({ json: { data: [note], hasMore: false, nextCursor: '' } })
    })
    await page.goto(order(1802))
    await showNotes(page)
    const shown = thread(page, 'Watch')
    await shown.getByText('@Nobody').waitFor()
    expect(await shown.getByRole('link').allTextContents()).toEqual(['that'])
    expect(await shown.getByRole('link').getAttribute('rel')).toBe('noopener noreferrer')
    expect(await shown.locator('img, script, [style], [onerror]').count()).toBe(0)
    await shown.getByText('this').click()
    expect(await page.evaluate(() => 'wasRun' in window)).toBe(false)
  })

  longTest(
    'stay where they are written while the service is away, also when one leaves',
    async ({ openProxied }) => {
      const person = await createPerson(setting)
      const id = await findOrder(person)
      const { page, proxy } = await openProxied({ person })
      await page.goto(order(id))
      await begin(page)
      const service = await proxy.to(shop.serviceUrl)
      service.refuse(true)
      service.cut()
      await page.keyboard.press('Control+Enter')
      await page.getByRole('alert').getByText('Not sent; your text is still here.').waitFor()
      expect(await newNote(page).textContent()).toBe('Please')
      await page.keyboard.type(' wait')
      await page.getByRole('main').getByRole('link', { name: 'Orders' }).click()
      await page.getByText('ORD-002000').first().waitFor()
      await page.goBack()
      await showNotes(page)
      await newNote(page).getByText('Please wait').waitFor()
      service.refuse(false)
      await page.keyboard.press('n')
      await expect
        .poll(async () => {
          await page.keyboard.press('Control+Enter')
          return page.getByRole('article').count()
        })
        .toBe(1)
      await thread(page, 'Please wait').waitFor()
      expect(await readNotes(person, id)).toHaveLength(1)
    },
  )
})

/** Whether one would have to scroll to the right. */
const isWide = () => document.documentElement.scrollWidth > window.innerWidth
