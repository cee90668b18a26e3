import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type AiClient, registerAiClient } from './support/ai-client.js'
import { everyRun, findAccessibilityProblems } from './support/axe.js'
import { describePanel, longTest, shop, test } from './support/panel-test.js'
import { createPerson } from './support/people.js'
import { formatPath } from './support/place.js'
import type { Problems } from './support/watch-context.js'

const newName = () => `Notebook ${randomUUID().slice(0, 8)}`

/** Allows a client on the page that asks. */
async function allow(page: Page, problems: Problems, client: AiClient): Promise<void> {
  problems.allow(new RegExp(`a request to ${client.origin}`))
  await page.goto(client.consentUrl)
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByText('You can close this window.').waitFor()
  await client.takeTokens()
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'AI clients' }).getByRole('row', { name: new RegExp(name) })

async function revoke(page: Page, name: string): Promise<void> {
  await rowOf(page, name)
    .getByRole('button', { name: /^Revoke/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Access revoked').waitFor()
}

describePanel('an AI client', () => {
  test('asks on a page that says what it may do, and is revoked by its person', async ({
    openPage,
  }) => {
    const person = await createPerson({ role: 'Manager', team: 'Operations' })
    const name = newName()
    const client = await registerAiClient(name)
    const { page, problems } = await openPage({ person })
    await page.goto(client.consentUrl)
    await page.getByRole('heading', { name: 'Allow access?' }).waitFor()
    for (const text of [name, shop.projectName, 'a program on this computer', person.email]) {
      await page.getByText(text, { exact: true }).first().waitFor()
    }
    expect(await findAccessibilityProblems(page, everyRun)).toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    expect(isWider).toBe(false)
    await page.setViewportSize({ width: 1280, height: 800 })
    await allow(page, problems, client)
    expect(await client.listTools()).toBe(200)

    await page.goto(formatPath(shop, 'settings/own-clients'))
    await rowOf(page, name).getByText('see records, change records').waitFor()
    expect(await findAccessibilityProblems(page)).toEqual([])
    await revoke(page, name)
    await page.getByText('No AI clients').waitFor()
    await expect.poll(() => client.listTools(), { timeout: 10_000 }).toBe(401)
    await page.getByLabel('Show those that ended').check()
    await rowOf(page, name).getByText('revoked by the person').waitFor()
    await client.close()
  })

  longTest('is seen and revoked by an admin, together with others', async ({ openPage }) => {
    const person = await createPerson({ role: 'Manager', team: 'Operations' })
    const { page, problems } = await openPage({ person })
    const names = [newName(), newName()]
    const clients: AiClient[] = []
    for (const name of names) {
      const client = await registerAiClient(name)
      await allow(page, problems, client)
      clients.push(client)
    }
    const admin = await openPage({ person: 'colleague' })
    await admin.page.goto(formatPath(shop, 'settings/clients'))
    for (const name of names) {
      await rowOf(admin.page, name).getByText(person.email).waitFor()
      await admin.page.getByLabel(`Select ${name}`).check()
    }
    expect(await findAccessibilityProblems(admin.page)).toEqual([])
    await admin.page.getByRole('button', { name: 'Revoke 2 clients' }).click()
    const question = admin.page.getByRole('dialog', { name: 'Revoke the access of 2 clients?' })
    await question.getByRole('button', { name: 'Revoke all' }).click()
    await admin.page.getByText('Access of 2 clients revoked').waitFor()
    for (const client of clients) {
      await expect.poll(() => client.listTools(), { timeout: 10_000 }).toBe(401)
      await client.close()
    }
  })
})
