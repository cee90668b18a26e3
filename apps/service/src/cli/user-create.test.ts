import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { isLongRun } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readConfig, variableNames } from '../config.js'
import { verifyPassword } from '../secrets/password.js'
import { openStore } from '../store/open-store.js'
import { ask } from '../testing/ask.js'
import { captureIo } from '../testing/capture-io.js'
import { copyEmbeddedDatabase } from '../testing/copy-embedded-database.js'
import { createSeed, type SeededProject } from '../testing/seed.js'
import { startTestService, type TestService } from '../testing/start-test-service.js'
import type { CommandIo } from './command-io.js'
import { type UserCreateOptions, userCreate } from './user-create.js'

const url = inject('postgresUrl')
const PASSWORD = 'seven blue boats 31'

/** Runs the command and answers what it wrote. */
async function runCommand(
  options: UserCreateOptions,
  environment: CommandIo['environment'],
  input: CommandIo['input'],
) {
  const io = captureIo(environment, input)
  await userCreate(options, io)
  return io.written
}

// The embedded database takes long to open: the short run asks on PostgreSQL.
describe.runIf(isLongRun || !url)('backoffice user create on the embedded database', () => {
  it('asks for the password on a terminal and does not show it', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'service-test-'))
    const environment = { [variableNames.dataDir]: dataDir }
    copyEmbeddedDatabase('migrated', dataDir)
    try {
      const terminal = Object.assign(new PassThrough(), { isTTY: true })
      terminal.write(`${PASSWORD}\n`)
      const { output, errors } = await runCommand(
        { email: 'ada@example.com' },
        environment,
        terminal,
      )
      expect(errors).toBe('Password (leave empty to generate one): \n')
      expect(output).toBe('Created the account ada@example.com.\n')
      const store = await openStore(readConfig(environment))
      const [user] = await store.db.selectFrom('users').selectAll().execute()
      await store.close()
      expect(await verifyPassword(PASSWORD, user?.password_hash ?? '')).toBe(true)
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})

describe.skipIf(!url)('backoffice user create on PostgreSQL', () => {
  let service: TestService
  let project: SeededProject

  const run = (options: UserCreateOptions, typed = '') =>
    runCommand(
      options,
      { [variableNames.databaseUrl]: service.config.databaseUrl },
      Readable.from([typed]),
    ).then(({ output }) => output)
  const signIn = (email: string, password: string) =>
    ask(service.url, 'POST', '/api/sessions', { body: { email, password } })
  const membership = () => ({
    project: project.name,
    level: 'admin',
    role: project.role.name,
    team: project.team.name,
  })

  beforeAll(async () => {
    service = await startTestService(url)
    project = await createSeed(service.deps.store).project()
  })
  afterAll(() => service?.stop())

  it.runIf(!isLongRun)('asks for the password on a terminal and does not show it', async () => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true })
    terminal.write(`${PASSWORD}\n`)
    const environment = { [variableNames.databaseUrl]: service.config.databaseUrl }
    const { output, errors } = await runCommand({ email: 'ada@example.com' }, environment, terminal)
    expect(errors).toBe('Password (leave empty to generate one): \n')
    expect(output).toBe('Created the account ada@example.com.\n')
    expect((await signIn('ada@example.com', PASSWORD)).status).toBe(201)
  })

  it('makes an owner with the password of the pipe', async () => {
    const output = await run(
      { email: 'Pipe@example.com', owner: true, passwordStdin: true },
      `${PASSWORD}\n`,
    )
    expect(output).toBe('Created the account pipe@example.com.\n')
    const { status, body } = await signIn('pipe@example.com', PASSWORD)
    expect([status, body.user.isOwner]).toEqual([201, true])
  })

  it('makes up a password and shows it once when none is given', async () => {
    const output = await run({ email: 'made@example.com' })
    const [, password = ''] = /shown only now: (\w{20})\n$/.exec(output) ?? []
    expect((await signIn('made@example.com', password)).body.user.isOwner).toBe(false)
  })

  it('makes members on behalf of the service, also out of accounts that exist', async () => {
    await run({ email: 'made@example.com', ...membership() })
    await run({ email: 'new@example.com', ...membership(), level: 'user' })
    const logs = await service.deps.store.db
      .selectFrom('admin_logs')
      .selectAll()
      .where('project_id', '=', project.id)
      .orderBy('seq')
      .execute()
    expect(logs).toMatchObject([
      {
        type: 'add',
        resource: 'user-project',
        initiator: 'service',
        user_id: null,
        new_value: { user: { email: 'made@example.com' }, permissionLevel: 'admin' },
      },
      { new_value: { user: { email: 'new@example.com' }, permissionLevel: 'user' } },
    ])
  })

  it.each([
    [{ email: 'nobody' }, '--email must be an e-mail address.'],
    [{ email: 'made@example.com' }, 'There is already an account for made@example.com.'],
    [
      { email: 'a@example.com', project: 'X' },
      'A member needs --project, --level, --role and --team.',
    ],
    [
      { email: 'a@example.com', project: 'X', level: 'boss', role: 'R', team: 'T' },
      '--level must be one of user, manager, editor, developer, admin.',
    ],
    [
      { email: 'a@example.com', project: 'X', level: 'user', role: 'R', team: 'T' },
      "There is no project 'X'.",
    ],
  ])('refuses %j and makes nothing', async (options, message) => {
    await expect(run(options)).rejects.toThrow(message)
    expect((await signIn('a@example.com', PASSWORD)).status).toBe(401)
  })

  it('refuses unknown roles and teams, weak passwords, and members', async () => {
    const email = 'b@example.com'
    await expect(run({ email, ...membership(), role: 'R' })).rejects.toThrow("no role 'R'")
    await expect(run({ email, ...membership(), team: 'T' })).rejects.toThrow("no team 'T'")
    await expect(run({ email, passwordStdin: true }, 'short')).rejects.toThrow('at least 12')
    await expect(run({ email: project.admin.email, ...membership() })).rejects.toThrow(
      'This person is already a member.',
    )
    const rows = await service.deps.store.db
      .selectFrom('users')
      .selectAll()
      .where('email', '=', email)
      .execute()
    expect(rows).toEqual([])
  })
})
