// `npm run screenshots`: starts the example shop with new demo data and writes pictures of the panel to docs/images.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from '@service/test-support'
import { chromium } from 'playwright-core'
import { screens } from './dist/support/screens.js'
import { startOpen } from './start-open.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const images = join(root, 'docs', 'images')
const wide = { viewport: { width: 1360, height: 820 }, reducedMotion: 'reduce' }
const phone = {
  viewport: { width: 390, height: 780 },
  reducedMotion: 'reduce',
  hasTouch: true,
  isMobile: true,
}
const place = '/app/Store/Development/Operations'

const dataDir = await mkdtemp(join(tmpdir(), 'screenshots-'))
const shop = await startShop()
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox'],
})
try {
  await rm(images, { recursive: true, force: true })
  await mkdir(images, { recursive: true })
  const [page, session] = await openPage(wide)
  await page.goto(shop.welcomeUrl)
  await takeAll(page, session, 'welcome')
  await page.getByRole('button', { name: /^Continue as/ }).click()
  await page.waitForURL('**/app/**')
  const storageState = await page.context().storageState()
  const [phonePage, phoneSession] = await openPage({ ...phone, storageState })
  for (const screen of screens) {
    await show(page, screen, () => takeAll(page, session, screen.name))
    if (screen.isWideOnly) continue
    const name = `${screen.name} phone`
    await show(phonePage, screen, () => take(phonePage, phoneSession, name, 'light'))
  }
  await takeOwnDatabase()
} finally {
  await browser.close()
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}

/** What people see of a database of their own, without code. */
async function takeOwnDatabase() {
  const open = await startOpen(dataDir)
  try {
    const [page, session] = await openPage(wide)
    await page.goto(open.welcomeUrl)
    await page.getByRole('button', { name: /^Continue as/ }).click()
    await page.waitForURL('**/app/**')
    await page.getByRole('link', { name: 'Orders' }).first().click()
    await page.getByRole('table').getByText('reader15@example.com').first().waitFor()
    await takeAll(page, session, 'own database')
  } finally {
    await open.stop()
  }
}

async function openPage(options) {
  const context = await browser.newContext(options)
  // The stream of live news stays open: the network would never come to rest.
  await context.route('**/api/events', route => route.fulfill({ status: 204 }))
  const page = await context.newPage()
  return [page, await context.newCDPSession(page)]
}

async function show(page, { path, open, close }, takePicture) {
  await page.goto(`${shop.url}${place}/${path}`)
  await open(page)
  await takePicture()
  await close?.(page)
}

/** Takes a picture in the light and in the dark theme. */
async function takeAll(page, session, name) {
  for (const theme of ['light', 'dark']) await take(page, session, `${name} ${theme}`, theme)
}

/** WebP is a third of the size of PNG; Playwright itself does not write it. */
async function take(page, session, name, colorScheme) {
  await page.emulateMedia({ colorScheme })
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  // Grey bars in place of what is on its way.
  await page.waitForFunction(() => document.querySelector('.appear-late') === null)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 85 })
  const file = `${name.replaceAll(' ', '-')}.webp`
  await writeFile(join(images, file), Buffer.from(data, 'base64'))
  console.log(`docs/images/${file}`)
}

async function startShop() {
  const [SERVICE_PORT, AGENT_PORT] = [await findPort(), await findPort()]
  const child = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    env: { ...process.env, SERVICE_PORT, AGENT_PORT, SERVICE_DATA_DIR: dataDir },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', text => {
      output += text
    })
  }
  while (!output.includes('Ctrl-C stops everything')) {
    if (child.exitCode !== null) throw new Error(output)
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return {
    url: `http://127.0.0.1:${SERVICE_PORT}`,
    welcomeUrl: /http:\S+\/welcome\/\S+/.exec(output)[0],
    async stop() {
      const closed = once(child, 'close')
      process.kill(-child.pid, 'SIGINT')
      await closed
    },
  }
}

async function findPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return String(port)
}
