import type { BootProject } from '@service/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Address, formatAddress, parseAddress, type Screen } from './address.js'
import { findPlace, getPlaceNames } from './find-place.js'

const names = { project: 'Store', environment: 'Production', team: 'Ops' }

describe('addresses', () => {
  it.each<[string, Address]>([
    ['/app', { screen: { kind: 'home' } }],
    ['/app/Store', { project: 'Store', screen: { kind: 'home' } }],
    ['/app/Store/Production/Ops', { ...names, screen: { kind: 'home' } }],
    [
      '/app/Store/Production/Ops/data/order%20lines',
      { ...names, screen: { kind: 'list', collection: 'order lines' } },
    ],
    [
      '/app/Store/Production/Ops/data/orders/12%7Cfr/Items',
      { ...names, screen: { kind: 'record', collection: 'orders', id: '12|fr', tab: 'Items' } },
    ],
    [
      '/app/Store/Production/Ops/dashboards/3',
      { ...names, screen: { kind: 'dashboards', id: '3' } },
    ],
    [
      '/app/Store/Production/Ops/dashboards/3/edit',
      { ...names, screen: { kind: 'dashboards', id: '3', isEdited: true } },
    ],
    ['/app/Store/Production/Ops/approvals', { ...names, screen: { kind: 'approvals' } }],
    ['/app/Store/Production/Ops/inbox', { ...names, screen: { kind: 'inbox' } }],
    [
      '/app/Store/Production/Ops/settings/people',
      { ...names, screen: { kind: 'settings', area: 'people' } },
    ],
    [
      '/app/Store/Production/Ops/settings/roles/3',
      { ...names, screen: { kind: 'settings', area: 'roles', id: '3' } },
    ],
  ])('%s names a screen and is written the same', (path, address) => {
    expect(parseAddress(path)).toEqual(address)
    expect(formatAddress(address)).toBe(path)
  })

  it.each([
    '/',
    '/elsewhere',
    '/app/a/b/c/data',
    '/app/a/b/c/nowhere',
    '/app/a/b/c/inbox/1',
    '/app/a/b/c/dashboards/3/more',
    '/app/a/b/c/settings/roles/3/more',
    '/app/a/b/c/dashboards/3/edit/more',
    '/app/a/b/c/data/orders/1/tab/more',
  ])('%s is an unknown screen, not an error', path => {
    expect(parseAddress(path).screen).toEqual({ kind: 'unknown', path })
  })

  it('keeps a part that is not percent-encoded correctly', () => {
    expect(parseAddress('/app/100%').project).toBe('100%')
  })

  it('survive the way through a URL, whatever the names', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('', '.', '..', '\\', 'a/b', '?', '#', '%2E', 'data', 'count'),
    )
    const screen: fc.Arbitrary<Screen> = fc.oneof(
      fc.record({ kind: fc.constant('list' as const), collection: name }),
      fc.record({ kind: fc.constant('record' as const), collection: name, id: name, tab: name }),
      fc.record({ kind: fc.constant('inbox' as const) }),
      fc.record({ kind: fc.constant('settings' as const), area: name, id: name }),
    )
    const address = fc.record({ project: name, environment: name, team: name, screen })
    fc.assert(
      fc.property(address, each => {
        const { pathname } = new URL(formatAddress(each), 'http://127.0.0.1')
        expect(parseAddress(pathname)).toEqual(each)
      }),
    )
  })
})

function project(id: number, name: string, refusal: string | null = null): BootProject {
  const teams = [
    { id: id * 100 + 1, name: 'Ops', renderingId: 1 },
    { id: id * 100 + 2, name: 'Sales', renderingId: 2 },
  ]
  const environment = { kind: 'production', agentUrl: null, teams } as const
  return {
    id,
    name,
    permissionLevel: 'user',
    role: 'Support',
    environments: [
      { ...environment, id: id * 10 + 1, name: 'Production' },
      { ...environment, id: id * 10 + 2, name: 'Staging', kind: 'staging' },
    ],
    refusal,
  }
}

describe('findPlace', () => {
  const projects = [
    project(1, 'Store'),
    project(2, 'Blog'),
    project(3, 'Bank', 'Sign in with SSO.'),
  ]

  it('accepts names and ids', () => {
    const byName = findPlace(projects, { project: 'Blog', environment: 'Staging', team: 'Sales' })
    const byId = findPlace(projects, { project: '2', environment: '22', team: '202' })
    expect(byName).toMatchObject({ kind: 'found', place: { team: { id: 202 } } })
    expect(byId).toEqual(byName)
  })

  it('takes what is not named from the last place, else the first', () => {
    const last = { projectId: 2, environmentId: 22, teamId: 202, renderingId: 2 }
    expect(findPlace(projects, {}, last)).toMatchObject({ place: { team: { id: 202 } } })
    expect(findPlace(projects, {}, null)).toMatchObject({ place: { team: { id: 101 } } })
    expect(findPlace(projects, { project: 'Store' }, last)).toMatchObject({
      place: { environment: { id: 11 } },
    })
  })

  it.each([
    [{ project: 'Shop' }, 'project', 'Shop', ['/app/Store', '/app/Blog', '/app/Bank']],
    [
      { project: 'Store', environment: 'Test' },
      'environment',
      'Test',
      ['/app/Store/Production', '/app/Store/Staging'],
    ],
    [
      { project: 'Store', environment: 'Staging', team: '9' },
      'team',
      '9',
      ['/app/Store/Staging/Ops', '/app/Store/Staging/Sales'],
    ],
  ])('says what of %j was not found, and where to go instead', (asked, what, name, known) => {
    const result = findPlace(projects, asked)
    expect(result).toMatchObject({ kind: 'missing', what, name })
    const addresses =
      result.kind === 'missing' &&
      result.known.map(each => formatAddress({ ...each.names, screen: { kind: 'home' } }))
    expect(addresses).toEqual(known)
  })

  it('says so when there is nothing to open', () => {
    expect(findPlace([], {})).toEqual({ kind: 'missing', what: 'project', known: [] })
    const empty = { ...project(1, 'Store'), environments: [] }
    expect(findPlace([empty], {})).toEqual({
      kind: 'missing',
      what: 'environment',
      project: empty,
      known: [],
    })
  })

  it('gives the reason why a project cannot be opened', () => {
    expect(findPlace(projects, { project: 'Bank' })).toMatchObject({
      kind: 'refused',
      reason: 'Sign in with SSO.',
    })
  })

  it('finds every place by the names it has in addresses, also with equal or numeric names', () => {
    const name = fc.constantFrom('a', 'b', '', '1', '2', '3')
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), given => {
        const all = given.map((each, index) => project(index + 1, each))
        for (const each of all) {
          const place = {
            project: each,
            environment: each.environments[0]!,
            team: each.environments[0]!.teams[1]!,
          }
          expect(findPlace(all, getPlaceNames(all, place))).toEqual({ kind: 'found', place })
        }
      }),
    )
  })
})
