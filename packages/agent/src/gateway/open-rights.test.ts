import type { ServicePort } from '@service/service-client'
import { describe, expect, it } from 'vitest'
import { areRightsOpen, reportOpenRights } from './open-rights.js'

type State = ServicePort['status']['state']

/** A service whose rights can be opened and enforced again. */
function changeable(rights: unknown, state: State = 'connected', isInProcess = false) {
  const listeners = new Set<() => void>()
  const now = { rights, state }
  const service = {
    isInProcess,
    get snapshot() {
      return { rights: now.rights }
    },
    get status() {
      return { state: now.state }
    },
    onChange(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  } as unknown as ServicePort
  const change = (next: Partial<typeof now>) => {
    Object.assign(now, next)
    for (const listener of listeners) listener()
  }
  return { service, change }
}

describe('rights', () => {
  it.each<[unknown, State, boolean]>([
    [true, 'connected', true],
    [true, 'stale', true],
    [true, 'away', false],
    [new Map(), 'connected', false],
  ])('%j of a service that is %s are open: %s', (rights, state, expected) => {
    expect(areRightsOpen(changeable(rights, state).service)).toBe(expected)
  })

  it('that are opened are told once, at the start and whenever they are', () => {
    const lines: string[] = []
    const { service, change } = changeable(true)
    const stop = reportOpenRights(service, (level, message) => {
      lines.push(`${level} ${message.slice(0, 16)}`)
    })
    change({})
    expect(lines).toEqual(['Warn Rights are open '])
    change({ rights: new Map() })
    change({})
    expect(lines.slice(1)).toEqual(['Info Rights are enfor'])
    change({ rights: true })
    expect(lines.slice(2)).toEqual(['Warn Rights are open '])
    stop()
    change({ rights: new Map() })
    expect(lines).toHaveLength(3)
  })

  it('that are enforced are told nobody, and those in the process quietly', () => {
    const lines: string[] = []
    reportOpenRights(changeable(new Map()).service, level => lines.push(level))
    expect(lines).toEqual([])
    reportOpenRights(changeable(true, 'connected', true).service, level => lines.push(level))
    expect(lines).toEqual(['Info'])
  })
})
