import { describe, expect, it } from 'vitest'
import { buildSso, isSsoComplete, splitDomains, startSsoDraft } from './sso-draft.js'

const stored = {
  issuer: 'https://id.example.com',
  clientId: 'service',
  hasClientSecret: true,
  allowedDomains: ['example.com', 'shop.example'],
  isRequired: true,
  defaultRoleId: 3,
  defaultTeamId: 4,
  updatedAt: '2026-11-17T00:00:00.000000Z',
}

describe('a draft of the single sign-on', () => {
  it('saves what was stored when nothing was changed, and keeps the secret', () => {
    const { hasClientSecret, updatedAt, ...kept } = stored
    expect(buildSso(startSsoDraft(stored))).toEqual(kept)
  })

  it('sends a secret only when one was entered', () => {
    expect(buildSso({ ...startSsoDraft(stored), clientSecret: 'new' })).toMatchObject({
      clientSecret: 'new',
    })
  })

  it('has no team without a role', () => {
    expect(buildSso({ ...startSsoDraft(stored), roleId: '' })).toMatchObject({
      defaultRoleId: null,
      defaultTeamId: null,
    })
  })

  it('is complete with an issuer, a client and a domain', () => {
    const draft = startSsoDraft(undefined)
    expect(isSsoComplete(draft)).toBe(false)
    const filled = { ...draft, issuer: 'https://id.example.com', clientId: 'a' }
    expect(isSsoComplete(filled)).toBe(false)
    expect(isSsoComplete({ ...filled, domains: 'example.com' })).toBe(true)
  })
})

describe('splitDomains', () => {
  it('reads commas, spaces, lines and addresses, each domain once', () => {
    expect(splitDomains('Example.com, @shop.example;\nexample.com  a.b')).toEqual([
      'example.com',
      'shop.example',
      'a.b',
    ])
    expect(splitDomains(' , ')).toEqual([])
  })
})
