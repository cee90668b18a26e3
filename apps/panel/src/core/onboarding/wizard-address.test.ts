import { describe, expect, it } from 'vitest'
import { readAgentAddress } from './agent-url.js'
import { databaseKinds, databases, hosts } from './stacks.js'
import { formatWizardAddress, parseWizardState, type WizardState } from './wizard-address.js'

describe('the address of the wizard', () => {
  it('is read as it was written, at every step', () => {
    const chosen = { environmentId: 7, host: hosts[1], database: databases[2] } as const
    const states: readonly WizardState[] = [
      { step: 'project' },
      { step: 'database', environmentId: 7 },
      { step: 'connect', ...chosen },
      { step: 'database', ...chosen },
      { step: 'people', ...chosen },
    ]
    for (const state of states) {
      expect(parseWizardState(new URL(formatWizardAddress(state), 'http://x').search)).toEqual(
        state,
      )
    }
  })

  it.each([
    ['?environment=x', { step: 'project' }],
    [
      '?environment=1&host=rails&database=sqlite',
      { step: 'database', environmentId: 1, database: 'sqlite' },
    ],
    ['?step=people', { step: 'project' }],
  ])('falls back to a step that is possible: %s', (search, state) => {
    expect(parseWizardState(search)).toEqual(state)
  })
})

describe('readAgentAddress', () => {
  it.each([
    ['http://localhost:3351/service', { port: 3351, prefix: '/service', isLocal: true }],
    ['http://127.0.0.1/', { port: 80, prefix: '', isLocal: true }],
    ['https://a.example.com/x/y/', { port: undefined, prefix: '/x/y', isLocal: false }],
    ['ftp://localhost', undefined],
    ['localhost:3351/service', undefined],
  ])('reads %s', (text, expected) => {
    expect(readAgentAddress(text)).toEqual(expected)
  })
})

it('each example of a database address begins as such addresses do', () => {
  for (const { exampleUrl, protocols } of Object.values(databaseKinds)) {
    expect(protocols.some(protocol => exampleUrl.startsWith(protocol))).toBe(true)
  }
})
