import { describe, expect, it } from 'vitest'
import { applyLayout } from '../schema/apply-layout.js'
import { shop } from '../testing/build-schema.js'
import { checkFilter } from './check-filter.js'
import { formatVariable, guessVariable, listFittingVariables } from './choose-variable.js'
import { describeCondition } from './describe-condition.js'
import { formatFilter, parseFilter } from './filter-text.js'
import { fillVariables, listUserVariables, readVariable } from './user-variables.js'

const ana = { id: 7, email: 'ana@example.com', firstName: 'Ana', lastName: 'Silva' }
const variables = listUserVariables(ana, { id: 3, name: 'Support' })
const names = Object.keys(variables)
const collections = applyLayout(shop, null)
const orders = collections.get('orders')!

const check = (text: string, own = variables) => {
  const { tree, broken } = checkFilter(parseFilter(text), collections, orders, 'UTC', own)
  return { sent: tree && formatFilter(tree), broken: broken.map(({ reason }) => reason.kind) }
}

describe('variables of the person', () => {
  it('are filled in where the agent is asked, and stay in the text of a filter', () => {
    const text =
      'and(note.equal.{{currentUser.email}},customer:full_name.equal.{{currentUser.fullName}})'
    expect(formatFilter(parseFilter(text)!)).toBe(text)
    expect(check(text).sent).toBe(
      'and(note.equal.ana@example.com,customer:full_name.equal.Ana Silva)',
    )
  })

  it('are numbers where the column has numbers, also in lists', () => {
    expect(check('total.in.({{currentUser.id}},12)').sent).toBe('total.in.(7,12)')
    expect(check('note.equal.{{currentUser.id}}').sent).toBe('note.equal."7"')
    expect(check('total.equal.{{currentUser.email}}').broken).toEqual(['wrong-value'])
  })

  it('that the person does not have leave the condition out, and are never sent as they are', () => {
    for (const name of ['tags.country', 'constructor', '__proto__', 'email ']) {
      expect(check(`note.equal."{{currentUser.${name}}}"`)).toEqual({
        sent: undefined,
        broken: ['unknown-variable'],
      })
    }
    expect(check('note.in.({{currentUser.gone}},x)').broken).toEqual(['unknown-variable'])
    expect(check('note.equal.{{currentUser.email}}', {}).broken).toEqual(['unknown-variable'])
    const nameless = listUserVariables(
      { ...ana, firstName: '', lastName: '' },
      { id: 3, name: 'S' },
    )
    expect(check('note.equal.{{currentUser.fullName}}', nameless).broken).toEqual([
      'unknown-variable',
    ])
  })

  it('have the tags of the person, also those that are numbers', () => {
    const tagged = listUserVariables(ana, { id: 3, name: 'Support' }, { country: 'FR', limit: '9' })
    expect(check('note.equal.{{currentUser.tags.country}}', tagged).sent).toBe('note.equal.FR')
    expect(check('total.equal.{{currentUser.tags.limit}}', tagged).sent).toBe('total.equal.9')
    expect(check('total.equal.{{currentUser.tags.country}}', tagged).broken).toEqual([
      'wrong-value',
    ])
    const guess = guessVariable({ name: 'country', columnType: 'String' }, Object.keys(tagged))
    expect(guess).toBe('currentUser.tags.country')
  })

  it('are whole values: other texts stay as they are', () => {
    for (const value of ['{{x}}', 'x {{currentUser.email}}', '{{currentUser.email}} x', '{{']) {
      expect(readVariable(value)).toBeUndefined()
      expect(fillVariables(value, variables, 'String')).toBe(value)
    }
    expect(readVariable(formatVariable('currentUser.id'))).toBe('currentUser.id')
  })

  it('are offered where they fit, the likeliest first', () => {
    expect(listFittingVariables('Number', names)).toEqual(['currentUser.id', 'currentUser.team.id'])
    expect(listFittingVariables('Date', names)).toEqual([])
    const guess = (name: string, columnType: 'String' | 'Number' | 'Date' = 'String') =>
      guessVariable({ name, columnType }, names)
    expect(guess('owner_email')).toBe('currentUser.email')
    expect(guess('assignee')).toBe('currentUser.fullName')
    expect(guess('first_name')).toBe('currentUser.firstName')
    expect(guess('created_by')).toBe('currentUser.email')
    expect(guess('owner_id', 'Number')).toBe('currentUser.id')
    expect(guess('owner_name', 'Number')).toBe('currentUser.id')
    expect(guess('sent_at', 'Date')).toBeUndefined()
  })

  it('read as the person in chips', () => {
    const leaf = { field: 'note', operator: 'in', value: ['{{currentUser.email}}', 'x'] }
    const texts = { operator: 'is', yes: '', no: '', empty: '', describeVariable: () => 'me' }
    expect(
      describeCondition(leaf, orders.fields.get('note'), texts, { zone: 'UTC', language: 'en' }),
    ).toBe('is me, x')
  })
})
