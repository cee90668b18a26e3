import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../../apps/cli/dist/main.js', import.meta.url))

/** The service on an embedded database in the folder, with a first administrator. */
export async function startService(dataDir: string) {
  const email = 'you@example.com'
  const password = randomBytes(12).toString('base64url')
  const child = fork(program, ['up'], {
    silent: true,
    // The embedded database starts in half the time when its code is not optimised.
    execArgv: ['--liftoff-only'],
    env: {
      PATH: process.env.PATH,
      SERVICE_HOST: '127.0.0.1',
      SERVICE_PORT: '0',
      SERVICE_DATA_DIR: dataDir,
      SERVICE_SECRET: randomBytes(32).toString('hex'),
      SERVICE_ADMIN_EMAIL: email,
      SERVICE_ADMIN_PASSWORD: password,
    },
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The service ended with code ${code}.`)
  })
  const [{ url }] = (await Promise.race([once(child, 'message'), ended])) as [{ url: string }]
  const stop = async () => {
    child.kill('SIGTERM')
    await ended.catch(() => {})
  }
  return { url, email, password, stop }
}
