import { expect, it } from 'vitest'
import { createAccounts } from './accounts.js'

it.each(['service_session', '__Host-service_session'])(
  'a sign-in keeps the session from the cookie %s',
  async name => {
    const accounts = createAccounts('https://service.example', async () => ({
      headers: {
        'set-cookie': ['service_browser=b; Path=/', `${name}=id.secret; Path=/; Secure`],
      },
      body: { csrfToken: 'csrf' },
    }))
    expect(await accounts.signIn('ada@example.com', 'a password')).toEqual({
      cookie: `${name}=id.secret`,
      csrfToken: 'csrf',
    })
  },
)
