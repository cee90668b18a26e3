// `npm run screenshots`: starts the example shop with new demo data and writes pictures of the panel to docs/images.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const root = fileURLToPath(new URL('../..', import.meta.url))
const images = join(root, 'docs', 'images')
const dataDir = await mkdtemp(join(tmpdir(), 'screenshots-'))
const shop = await startShop()
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  await mkdir(images, { recursive: true })
  const context = await browser.newContext({ viewport: { width: 1360, height: 820 } })
  const page = await context.newPage()
  await page.goto(shop.welcomeUrl)
  await take(page, 'welcome')
  await page.getByRole('button', { name: /^Continue as/ }).click()
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await page.getByText('ORD-002000').waitFor()
  await take(page, 'list')
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  await page.getByText('Customer email').waitFor()
  await take(page, 'record-beside-list')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder(/Find a record/).waitFor()
  await take(page, 'palette')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 780 })
  await take(page, 'list-phone')
} finally {
  await browser.close()
  await shop.stop()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}

/** Takes a picture in the light and in the dark theme. */
async function take(page, name) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: join(images, `${name}-${colorScheme}.png`) })
    console.log(`docs/images/${name}-${colorScheme}.png`)
  }
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
