import { isLongRun } from '@service/test-support'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findAccessibilityProblems } from './support/axe.js'
import { describePanel, longTest, shop, test } from './support/panel-test.js'
import { createPerson } from './support/people.js'
import { formatPath } from './support/place.js'

const orders = formatPath(shop, 'data/orders')

const readLanguage = (page: Page) => page.evaluate(() => document.documentElement.lang)

async function chooseLanguage(page: Page, name: string) {
  await page.locator('header button[aria-haspopup=menu]').last().click()
  await page.getByRole('menuitemradio', { name }).click()
  await page.keyboard.press('Escape')
}

/** What a list says in a language, and how it writes numbers and days. */
const languages = [
  {
    name: 'Français',
    language: 'fr',
    search: 'Chercher',
    inbox: 'Boîte de réception',
    number: /\d\u202f\d{3},\d\d/,
    day: /\d (?:janv|févr|mars|avr|mai|juin|juil|août|sept|oct|nov|déc)\.? \d{4}/,
  },
  {
    name: 'Deutsch',
    language: 'de',
    search: 'Suchen',
    inbox: 'Posteingang',
    number: /\d\.\d{3},\d\d/,
    day: /\d\. (?:Jan|Feb|März|Apr|Mai|Juni|Juli|Aug|Sept|Okt|Nov|Dez)\.? \d{4}/,
  },
  {
    name: 'Español',
    language: 'es',
    search: 'Buscar',
    inbox: 'Bandeja de entrada',
    number: /\d,\d\d/,
    day: /\d (?:ene|feb|mar|abr|may|jun|jul|ago|sept|oct|nov|dic) \d{4}/,
  },
]

const chosen = isLongRun ? languages : languages.slice(-1)

describePanel('languages', () => {
  test('are chosen in the menu of the account, without a reload, and stay', async ({
    openPage,
  }) => {
    const person = await createPerson({ role: 'Manager', team: 'Operations' })
    const { page } = await openPage({ person })
    await page.goto(orders)
    const table = page.getByRole('table')
    await table.getByText('ORD-').first().waitFor()
    let loads = 0
    page.on('load', () => loads++)
    for (const { name, language, search, inbox, number, day } of chosen) {
      await chooseLanguage(page, name)
      await page.getByRole('searchbox', { name: search }).waitFor()
      expect(await readLanguage(page)).toBe(language)
      const text = await table.innerText()
      expect(text).toMatch(number)
      expect(text).toMatch(day)
      await page.getByRole('link', { name: inbox, exact: true }).waitFor()
      expect(await findAccessibilityProblems(page)).toEqual([])
    }
    expect(loads).toBe(0)
    await page.reload()
    await page.getByRole('searchbox', { name: 'Buscar' }).waitFor()
    expect(await readLanguage(page)).toBe('es')
  })

  longTest('are those of the browser until somebody chooses one', async ({ openPage }) => {
    const person = await createPerson({ role: 'Manager', team: 'Operations' })
    const { page } = await openPage({ person, locale: 'de-CH' })
    await page.goto(orders)
    await page.getByRole('searchbox', { name: 'Suchen' }).waitFor()
    expect(await readLanguage(page)).toBe('de-CH')
    // Screens whose code comes later bring their texts.
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await page.getByRole('heading', { name: 'Freigaben', level: 1 }).waitFor()
    await chooseLanguage(page, 'English')
    await page.getByRole('heading', { name: 'Approvals', level: 1 }).waitFor()
  })
})
