import type { Rendering, ServiceUser } from '@service/service-client'
import { describe, expect, it } from 'vitest'
import { splitAtVariables, substitute, userVariables } from './variables.js'

const user = {
  id: 7,
  email: 'ada@example.com',
  firstName: 'Ada',
  lastName: 'Byron',
  permissionLevel: 'editor',
  roleId: 3,
  tags: { country: 'FR', empty: '', none: null, lost: undefined },
} as unknown as ServiceUser
const rendering = { team: { id: 2, name: 'Sales' } } as Rendering
const variable = userVariables(user, rendering)

describe('the variables of a user', () => {
  it.each([
    ['currentUser.id', '7'],
    ['currentUser.email', 'ada@example.com'],
    ['currentUser.firstName', 'Ada'],
    ['currentUser.lastName', 'Byron'],
    ['currentUser.fullName', 'Ada Byron'],
    ['currentUser.permissionLevel', 'editor'],
    ['currentUser.roleId', '3'],
    ['currentUser.team.id', '2'],
    ['currentUser.team.name', 'Sales'],
    ['currentUser.tags.country', 'FR'],
    ['currentUser.tags.empty', ''],
    ['currentUser.tags.none', undefined],
    ['currentUser.tags.lost', undefined],
    ['currentUser.tags.toString', undefined],
    ['currentUser.tags.city', undefined],
    ['currentUser.constructor', undefined],
    ['currentUser.tags', undefined],
    ['currentUser', undefined],
    ['id', undefined],
    ['x.currentUser.id', undefined],
  ])('%s is %j', (name, value) => {
    expect(variable(name)).toBe(value)
  })
})

describe('substitute', () => {
  const refuse = (name: string): never => {
    throw new Error(`no ${name}`)
  }
  const fill = (value: unknown) => substitute(value, variable, refuse)

  it('fills in every text of a value, and leaves all else', () => {
    const value = ['{{ currentUser.id }}-{{currentUser.roleId}}', 5, null, true, 'x', '{x}']
    expect(fill({ a: { b: value } })).toEqual({ a: { b: ['7-3', 5, null, true, 'x', '{x}'] } })
  })

  it('tells of a name that is not known', () => {
    expect(() => fill(['{{ nobody }}'])).toThrow('no nobody')
  })

  it('refuses what is nested too deeply', () => {
    const nest = (depth: number): unknown => (depth === 0 ? 'x' : [nest(depth - 1)])
    expect(() => fill(nest(100))).not.toThrow()
    expect(() => fill(nest(101))).toThrow('nested more than 100 levels deep')
  })
})

describe('splitAtVariables', () => {
  it('cuts a text, so that there is one text more than names', () => {
    expect(splitAtVariables('a {{ x }} b {{y}}')).toEqual({
      texts: ['a ', ' b ', ''],
      names: ['x', 'y'],
    })
    expect(splitAtVariables('a')).toEqual({ texts: ['a'], names: [] })
  })
})
