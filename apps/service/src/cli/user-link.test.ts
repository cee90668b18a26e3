import { describe, expect, inject, it } from 'vitest'
import { variableNames } from '../config.js'
import { captureIo } from '../testing/capture-io.js'
import { useTestProject } from '../testing/use-test-project.js'
import { runCli } from './run-cli.js'

const url = inject('postgresUrl')

// The command opens the store a second time, which an embedded one does not allow.
describe.skipIf(!url)('service user link', () => {
  const suite = useTestProject('user')

  const run = async (email: string, variables: Record<string, string> = {}) => {
    const { databaseUrl } = suite.service.config
    const io = captureIo({ [variableNames.databaseUrl]: databaseUrl, ...variables })
    const code = await runCli(['node', 'service', 'user', 'link', email], io)
    return { code, ...io.written }
  }

  it('prints a link that signs the account in', async () => {
    const { email } = suite.member
    const { code, output, errors } = await run(email.toUpperCase(), {
      [variableNames.publicUrl]: `${suite.service.url}/`,
    })
    expect([code, errors]).toEqual([0, `Signs in ${email}, once within ten minutes:\n`])
    expect(output).toMatch(/^http:\S+\/welcome\/\w{43}\n$/)
    expect(await (await fetch(output.trim())).text()).toContain(`Continue as ${email}`)
  })

  it.each([
    ['127.0.0.1', 'http://127.0.0.1:4000/'],
    ['0.0.0.0', 'http://127.0.0.1:4000/'],
    ['::', 'http://127.0.0.1:4000/'],
    ['::1', 'http://[::1]:4000/'],
  ])('without a public URL leads to this machine: %s', async (host, base) => {
    const variables = { [variableNames.host]: host, [variableNames.port]: '4000' }
    const { output } = await run(suite.member.email, variables)
    expect(output.startsWith(`${base}welcome/`)).toBe(true)
  })

  it('refuses an unknown account', async () => {
    const { code, output, errors } = await run('nobody@example.com')
    expect([code, output, errors]).toEqual([
      1,
      '',
      'service: There is no account of nobody@example.com.\n',
    ])
  })
})
