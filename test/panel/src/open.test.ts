import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { type OpenProcess, startOpen } from '../../e2e/src/open/start-open.js'
import { describePanel, longTest } from './support/panel-test.js'

const tables = [
  'create table customers (id integer primary key, full_name varchar(50) not null)',
  "insert into customers values (1, 'Ada Byron'), (2, 'Grace Hopper')",
]

describePanel('open', () => {
  let folder: string
  let file: string
  let running: OpenProcess | undefined

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'panel-open-'))
    file = join(folder, 'shop.db')
    const database = new Database(file)
    for (const statement of tables) database.exec(statement)
    database.close()
  })
  afterAll(async () => {
    await running?.end('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  /** Follows the printed link to the rows of a table. */
  async function showRows(page: Page, { welcomeUrl }: OpenProcess): Promise<void> {
    await page.goto(welcomeUrl)
    await page.getByRole('button', { name: /^Continue as/ }).click()
    await page.getByText('Ada Byron').first().waitFor()
    await page.getByText('Grace Hopper').first().waitFor()
  }

  longTest('shows the rows of a file, and offers no change', async ({ openPage }) => {
    running = await startOpen(join(folder, 'data'), [file])
    const { agentUrl, serviceUrl } = running
    const { page } = await openPage({ baseURL: serviceUrl, origins: [new URL(agentUrl).origin] })
    await showRows(page, running)
    expect(await page.getByRole('link', { name: /^New/ }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^New/ }).count()).toBe(0)
    expect(await running.end()).toBe(0)
  })
})
