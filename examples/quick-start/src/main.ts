import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { makeProject, send } from './make-project.js'
import { startService } from './service.js'
import { signIn } from './sign-in.js'

/**
 * Runs the quick start on a database of two books, and fails unless it serves them. `prepare` may put a database of the
 * service into its folder.
 */
export async function runQuickStart(prepare?: (serviceFolder: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quick-start-'))
  prepare?.(join(folder, 'service'))
  const home = process.cwd()
  process.chdir(folder)
  const service = await startService(join(folder, 'service'))
  try {
    const project = await makeProject(service.url, service.email, service.password)
    makeBooks(join(folder, 'books.db'))
    process.env.SERVICE_AUTH_SECRET = randomBytes(32).toString('hex')
    process.env.SERVICE_ENV_SECRET = project.envSecret
    process.env.SERVICE_SERVER_URL = service.url
    process.env.PORT = '0'
    process.env.DATABASE_URL = `sqlite://${join(folder, 'books.db')}`
    const titles = await serveAndAsk(project)
    if (titles.join() !== 'Emma,Persuasion') throw new Error(`Got ${titles.join() || 'nothing'}.`)
    console.log(`The agent serves: ${titles.join(', ')}`)
  } finally {
    await service.stop()
    process.chdir(home)
    rmSync(folder, { recursive: true, maxRetries: 5 })
  }
}

function makeBooks(path: string): void {
  const database = new Database(path)
  database.exec(`create table books (id integer primary key, title text not null);
    insert into books (title) values ('Persuasion'), ('Emma')`)
  database.close()
}

type Project = Awaited<ReturnType<typeof makeProject>>

async function serveAndAsk({ path, signed, renderingId }: Project): Promise<string[]> {
  const { agent, server } = await import('./app.js')
  if (!server.listening) await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/service`
  try {
    // #region agent-url
    await send(path, { agentUrl: url }, signed, 'PATCH')
    // #endregion
    const token = await signIn(url, renderingId, signed.cookie)
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}/books?timezone=UTC&sort=title`, { headers })
    const { data } = (await answer.json()) as { data: { attributes: { title: string } }[] }
    return data.map(book => book.attributes.title)
  } finally {
    server.close()
    await agent.stop()
  }
}

if (import.meta.filename === process.argv[1]) await runQuickStart()
