import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyEmbeddedData, freePort } from '@service/test-support'
import { startMailServer } from '../../apps/service/src/testing/start-mail-server.js'
import type { MailService } from '../panel/src/support/control/mail-service.js'

/** Starts a service of its own with a mail server; that of the shop has none. */
export async function startMailService(
  templates: string,
  databaseFlags: readonly string[],
): Promise<MailService> {
  const mailServer = await startMailServer()
  const dataDir = await mkdtemp(join(tmpdir(), 'panel-mail-'))
  copyEmbeddedData(join(templates, 'migrated'), dataDir)
  const port = await freePort()
  const serviceUrl = `http://127.0.0.1:${port}`
  const owner = { email: 'owner@mail.example', password: 'four green hills 12' }
  const child = spawn(process.execPath, [...databaseFlags, 'apps/cli/dist/main.js', 'up'], {
    env: {
      PATH: process.env.PATH,
      SERVICE_DATA_DIR: dataDir,
      SERVICE_PORT: String(port),
      SERVICE_PUBLIC_URL: serviceUrl,
      SERVICE_SMTP_URL: mailServer.url,
      SERVICE_MAIL_FROM: 'service@mail.example',
      SERVICE_ADMIN_EMAIL: owner.email,
      SERVICE_ADMIN_PASSWORD: owner.password,
    },
    // By the channel it ends with this process, also when that is killed.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const lines: string[] = []
  child.stderr?.on('data', text => lines.push(String(text)))
  const ended = once(child, 'close')
  await Promise.race([
    untilListening(child.stdout, serviceUrl),
    ended.then(([code]) => {
      throw new Error(`The service with mail ended with ${code}: ${lines.join('')}`)
    }),
  ])
  return {
    ...owner,
    serviceUrl,
    async receive(to) {
      const find = () => mailServer.received.findIndex(mail => mail.to.includes(to))
      while (find() < 0) await sleep(50)
      return mailServer.received.splice(find(), 1)[0]?.text ?? ''
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
      await mailServer.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function untilListening(output: NodeJS.ReadableStream | null, url: string): Promise<void> {
  if (!output) throw new Error('The service with mail has no output.')
  const lines = createInterface(output)
  await new Promise<void>(resolve => {
    lines.on('line', line => {
      if (line.includes(url)) resolve()
    })
  })
}
