import { describe, expect, inject, it } from 'vitest'
import { variableNames } from '../config.js'
import { captureIo } from '../testing/capture-io.js'
import { useTestProject } from '../testing/use-test-project.js'
import { type UserLinkOptions, userLink } from './user-link.js'

const url = inject('postgresUrl')

// The command opens the store a second time, which an embedded one does not allow.
describe.skipIf(!url)('backoffice link', () => {
  const suite = useTestProject('user')

  const run = async (
    email: string,
    variables: Record<string, string> = {},
    options: UserLinkOptions = {},
  ) => {
    const { databaseUrl } = suite.service.config
    const io = captureIo({ [variableNames.databaseUrl]: databaseUrl, ...variables })
    await userLink(email, options, io)
    return io.written
  }

  it('prints a link that signs the account in', async () => {
    const { email } = suite.member
    const { output, errors } = await run(email.toUpperCase(), {
      [variableNames.publicUrl]: `${suite.service.url}/`,
    })
    expect(errors).toBe(`Signs in ${email}, once within ten minutes:\n`)
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

  it('with --reset-password sets a new password, and signs nobody in', async () => {
    const { email } = suite.member
    const variables = { [variableNames.publicUrl]: `${suite.service.url}/` }
    const { output, errors } = await run(email, variables, { resetPassword: true })
    expect(errors).toBe(`Sets a new password of ${email}, once within ten minutes:\n`)
    expect(output).toMatch(/^http:\S+[^/]\/reset-password\/\w{43}\n$/)
    const password = 'seven blue boats 31'
    const body = new URLSearchParams({ password, again: password })
    const response = await fetch(output.trim(), { method: 'POST', body })
    expect([response.status, response.headers.getSetCookie()]).toEqual([200, []])
  })

  it('refuses an unknown account', async () => {
    await expect(run('nobody@example.com')).rejects.toThrow(
      'There is no account of nobody@example.com.',
    )
  })
})
