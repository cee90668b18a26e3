import { describe, expect, it } from 'vitest'
import type { PermissionLevel } from '../has-level.js'
import { collectTags, filterMembers } from './filter-members.js'
import { isLastAdmin, type Member } from './member.js'
import { findMemberChange, type GroupChange, planGroupChange } from './member-changes.js'
import { formatMemberFilter, parseMemberFilter } from './member-filter.js'
import { findTagProblems, toTags } from './tag-rows.js'

const support = { id: 1, name: 'Support' }
const finance = { id: 2, name: 'Finance' }

const createMember = (id: number, name: string, more: Partial<Member> = {}): Member => ({
  id,
  email: `${name.toLowerCase()}@shop.example`,
  username: name,
  firstName: name,
  lastName: 'Müller',
  permissionLevel: 'user' as PermissionLevel,
  role: { id: 7, name: 'Operator' },
  teams: [support],
  isUnverified: false,
  tags: {},
  ...more,
})

const ana = createMember(1, 'Ana', { permissionLevel: 'admin' })
const ben = createMember(2, 'Ben', { tags: { country: 'FR' }, teams: [support, finance] })
const cleo = createMember(3, 'Cleo', { role: { id: 8, name: 'Auditor' } })
const all = [cleo, ben, ana]

const nothing: GroupChange = {
  addedTeamIds: [],
  removedTeamIds: [],
  addedTags: {},
  removedTags: [],
}

describe('filterMembers', () => {
  const find = (filter: Parameters<typeof filterMembers>[1]) =>
    filterMembers(all, filter).map(({ firstName }) => firstName)

  it('orders by name', () => expect(find({})).toEqual(['Ana', 'Ben', 'Cleo']))

  it('finds words anywhere, without regard to case and accents', () => {
    expect(find({ search: 'MULLER finance' })).toEqual(['Ben'])
    expect(find({ search: 'country=fr' })).toEqual(['Ben'])
    expect(find({ search: 'auditor' })).toEqual(['Cleo'])
    expect(find({ search: 'ana finance' })).toEqual([])
  })

  it('limits by level, role, team and tag', () => {
    expect(find({ level: 'admin' })).toEqual(['Ana'])
    expect(find({ roleId: 7 })).toEqual(['Ana', 'Ben'])
    expect(find({ teamId: 2 })).toEqual(['Ben'])
    expect(find({ tag: 'country' })).toEqual(['Ben'])
    expect(find({ tag: 'country=DE' })).toEqual([])
  })

  it('offers the tags that people have', () => {
    expect(collectTags(all)).toEqual(['country', 'country=FR'])
  })
})

describe('the filter in an address', () => {
  it('is read as it was written', () => {
    const filter = {
      search: 'ana',
      level: 'admin',
      roleId: 7,
      teamId: 2,
      tag: 'country=FR',
    } as const
    expect(parseMemberFilter(formatMemberFilter(filter))).toEqual(filter)
  })

  it('leaves out what does not exist', () => {
    expect(parseMemberFilter({ level: 'king', role: 'x', team: '-1' })).toEqual({})
  })
})

describe('findMemberChange', () => {
  const same = { permissionLevel: 'user', roleId: 7, teamIds: [2, 1], tags: { country: 'FR' } }

  it('finds nothing when only the order of teams differs', () => {
    expect(findMemberChange(ben, same as never)).toBeUndefined()
  })

  it('names what differs and nothing else', () => {
    const wanted = { ...same, roleId: 8, tags: {} }
    expect(findMemberChange(ben, wanted as never)).toEqual({ roleId: 8, tags: {} })
  })
})

describe('planGroupChange', () => {
  it('tells who changes from who is like that already', () => {
    const plan = planGroupChange(all, all, { ...nothing, roleId: 8 })
    expect(plan.changes.map(({ member }) => member.firstName)).toEqual(['Ben', 'Ana'])
    expect(plan.unchanged).toEqual([cleo])
  })

  it('adds and removes teams and tags, and keeps the others', () => {
    const { changes } = planGroupChange(all, [ben], {
      ...nothing,
      addedTeamIds: [3],
      removedTeamIds: [1],
      addedTags: { region: 'EU' },
      removedTags: ['country'],
    })
    expect(changes[0]?.change).toEqual({ teamIds: [2, 3], tags: { region: 'EU' } })
  })

  it('refuses what would leave no admin, no team or too many tags', () => {
    const reasons = (change: Partial<GroupChange>, chosen = [ana]) =>
      planGroupChange(all, chosen, { ...nothing, ...change }).refused.map(({ reason }) => reason)
    expect(reasons({ permissionLevel: 'user' })).toEqual(['lastAdmin'])
    expect(reasons({ removedTeamIds: [1] })).toEqual(['noTeam'])
    const tags = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, 'v']))
    expect(reasons({ addedTags: tags })).toEqual(['tooManyTags'])
  })

  it('keeps one of two admins', () => {
    const both = [ana, { ...ben, permissionLevel: 'admin' as const }]
    const plan = planGroupChange(both, both, { ...nothing, permissionLevel: 'user' })
    expect(plan.changes).toHaveLength(1)
    expect(plan.refused).toMatchObject([{ reason: 'lastAdmin' }])
  })
})

describe('isLastAdmin', () => {
  it('is true for the only admin', () => {
    expect(isLastAdmin(all, ana)).toBe(true)
    expect(isLastAdmin(all, ben)).toBe(false)
    expect(isLastAdmin([...all, { ...ana, id: 9 }], ana)).toBe(false)
  })
})

describe('tags in a form', () => {
  it('have keys that scopes can name, each once, and a value', () => {
    const rows = [
      { id: 0, key: 'country', value: 'FR' },
      { id: 1, key: 'country', value: 'DE' },
      { id: 2, key: 'two words', value: 'x' },
      { id: 3, key: 'region', value: '' },
      { id: 4, key: '', value: '' },
    ]
    expect([...findTagProblems(rows)]).toEqual([
      [1, 'twice'],
      [2, 'key'],
      [3, 'value'],
    ])
    expect(toTags([rows[0]!, rows[4]!])).toEqual({ country: 'FR' })
  })
})
