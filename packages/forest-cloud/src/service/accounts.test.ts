import { expect, it } from 'vitest'
import { createAccounts } from './accounts.js'

it.each(['service_session', '__Host-service_session', '__Secure-service_session'])(
  'a sign-in keeps the session from the cookie %s',
  async name => {
    const accounts = createAccounts('https://service.example', async () => ({
      headers: {
        'set-cookie': ['service_browser=b; Path=/', `${name}=id.secret; Path=/; Secure`],
      },
      body: { csrfToken: 'csrf' },
    }))
    const askCode = () => Promise.reject(new Error('There is no second factor.'))
    expect(await accounts.signIn('ada@example.com', 'a password', askCode)).toEqual({
      cookie: `${name}=id.secret`,
      csrfToken: 'csrf',
    })
  },
)

it('a sign-in asks for the second factor where there is one', async () => {
  const sent: unknown[] = []
  const accounts = createAccounts('https://service.example', async ({ path, body }) => {
    sent.push([path, body])
    if (path === '/api/sessions') return { headers: {}, body: { secondStep: { ticket: 't' } } }
    const headers = { 'set-cookie': ['service_session=id.secret; Path=/'] }
    return { headers, body: { csrfToken: 'csrf' } }
  })
  const session = await accounts.signIn('ada@example.com', 'a password', async () => '123456')
  expect(session).toEqual({ cookie: 'service_session=id.secret', csrfToken: 'csrf' })
  expect(sent).toEqual([
    ['/api/sessions', { email: 'ada@example.com', password: 'a password' }],
    ['/api/sessions/second-step', { ticket: 't', code: '123456' }],
  ])
})
