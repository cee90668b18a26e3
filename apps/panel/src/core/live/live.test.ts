import { describe, expect, it } from 'vitest'
import { createElection, type Election, type ElectionMessage } from './election.js'
import { createEventParser } from './event-parser.js'
import { planNews, readNews } from './news.js'
import { chooseReconnectDelay } from './reconnect-delay.js'

describe('createEventParser', () => {
  it('reads events however they are cut, and leaves out comments', () => {
    const text =
      'retry: 3000\n: connected\n\nevent: mentions\ndata: {"a":1}\n\n: heartbeat\n\ndata:x\r\ndata: y\r\n\r\n'
    for (let size = 1; size <= text.length; size++) {
      const parse = createEventParser()
      const events = []
      for (let at = 0; at < text.length; at += size)
        events.push(...parse(text.slice(at, at + size)))
      expect(events.map(({ event }) => event)).toEqual(['mentions', 'message'])
      expect(events[0]?.data).toBe('{"a":1}')
    }
  })

  it('does not collect a line without end', () => {
    const parse = createEventParser()
    expect(() => {
      for (let round = 0; round < 200; round++) parse('x'.repeat(1_000))
    }).toThrow('too long')
  })
})

describe('chooseReconnectDelay', () => {
  it('waits longer and longer, up to a minute, and never all at the same time', () => {
    expect([0, 1, 2, 3, 4, 5, 50].map(failures => chooseReconnectDelay(failures, 1))).toEqual([
      3_000, 6_000, 12_000, 30_000, 60_000, 60_000, 60_000,
    ])
    expect(chooseReconnectDelay(0, 0)).toBe(1_500)
  })

  it('does not come back before the service wants it', () => {
    expect(chooseReconnectDelay(0, 0, 30)).toBe(30_000)
    expect(chooseReconnectDelay(0, 1, 30)).toBe(45_000)
  })
})

describe('news', () => {
  const place = { projectId: 1, environmentId: 2, renderingId: 3 }
  const read = (event: string, data: object) => {
    const news = readNews({ event, data: JSON.stringify(data) })
    if (!news) throw new Error(`${event} is unknown`)
    return planNews(news, place)
  }

  it('of another kind, or without data, is none', () => {
    expect(readNews({ event: 'constructor', data: '{}' })).toBeUndefined()
    expect(readNews({ event: 'mentions', data: '{' })).toBeUndefined()
  })

  it.each([
    ['notes', [['notes'], ['activity']]],
    ['approvals', [['approvals'], ['activity']]],
    ['views', [['views']]],
    ['dashboards', [['dashboards'], ['charts']]],
  ])('of %s is read again here, and elsewhere when it is shown', (event, keys) => {
    expect(read(event, { projectId: 1, environmentId: 2 })).toEqual({
      refetched: keys,
      outdated: [],
    })
    expect(read(event, { projectId: 1, environmentId: 9 })).toEqual({
      refetched: [],
      outdated: keys,
    })
  })

  it('of mentions counts everywhere', () => {
    expect(read('mentions', { environmentId: 9 }).refetched).toEqual([['mentions']])
  })

  it('of a layout names it', () => {
    expect(read('layout', { environmentId: 9, renderingId: 7 }).layoutOf).toBe(7)
  })

  it('of rights is left alone in another environment', () => {
    expect(read('rights', {}).isRightsChange).toBe(true)
    expect(read('rights', { projectId: 9 }).isRightsChange).toBe(true)
    expect(read('rights', { environmentId: 2 }).isRightsChange).toBe(true)
    expect(read('rights', { environmentId: 9 }).isRightsChange).toBeUndefined()
  })

  it('that was missed is read again, with everything else', () => {
    expect(read('refresh', {})).toMatchObject({ layoutOf: 3, isRightsChange: true })
    expect(read('refresh', {}).refetched).toContainEqual(['mentions'])
    expect(read('session-ended', {}).isSessionEnd).toBe(true)
  })
})

/** Tabs that hear each other at once, on a clock of their own. */
function createTabs() {
  const tabs = new Map<string, { election: Election; isLeader: boolean; isFrozen: boolean }>()
  let timers: { at: number; run: () => void; id: string }[] = []
  let now = 0
  const queue: ElectionMessage[] = []
  const isFrozen = (id: string) => tabs.get(id)?.isFrozen === true
  const flush = () => {
    while (queue.length > 0) {
      const [message] = queue.splice(0, 1)
      for (const [id, { election }] of tabs) {
        if (message && message.id !== id && !isFrozen(id)) election.receive(message)
      }
    }
  }
  return {
    open(id: string) {
      const tab = { isLeader: false, isFrozen: false } as {
        election: Election
        isLeader: boolean
        isFrozen: boolean
      }
      tab.election = createElection({
        id,
        send: message => queue.push(message),
        setTimer(run, milliseconds) {
          const timer = { at: now + milliseconds, run, id }
          timers.push(timer)
          return () => {
            timers = timers.filter(each => each !== timer)
          }
        },
        onChange: isLeader => {
          tab.isLeader = isLeader
        },
      })
      tabs.set(id, tab)
      flush()
    },
    close(id: string) {
      tabs.get(id)?.election.leave()
      tabs.delete(id)
      flush()
    },
    /** Closes a tab that says nothing, such as one that crashed. */
    kill(id: string) {
      tabs.delete(id)
      timers = timers.filter(timer => timer.id !== id)
    },
    freeze(id: string, isFrozen: boolean) {
      const tab = tabs.get(id)
      if (tab) tab.isFrozen = isFrozen
    },
    pass(milliseconds: number) {
      const end = now + milliseconds
      for (;;) {
        const due = timers.filter(({ at, id }) => at <= end && !isFrozen(id))
        const first = due.sort((a, b) => a.at - b.at)[0]
        if (!first) break
        timers = timers.filter(timer => timer !== first)
        now = Math.max(now, first.at)
        first.run()
        flush()
      }
      now = end
    },
    leaders: () => [...tabs].filter(([, { isLeader }]) => isLeader).map(([id]) => id),
  }
}

describe('createElection', () => {
  it('gives the lead to one of six tabs that open together', () => {
    const tabs = createTabs()
    for (const id of ['d', 'b', 'f', 'a', 'c', 'e']) tabs.open(id)
    tabs.pass(1_000)
    expect(tabs.leaders()).toEqual(['a'])
  })

  it('leaves the lead to the one that has it', () => {
    const tabs = createTabs()
    tabs.open('z')
    tabs.pass(1_000)
    for (const id of ['a', 'm']) tabs.open(id)
    tabs.pass(60_000)
    expect(tabs.leaders()).toEqual(['z'])
  })

  it('goes on in another tab when the one that leads is closed, or stays silent', () => {
    const tabs = createTabs()
    for (const id of ['a', 'b', 'c']) tabs.open(id)
    tabs.pass(1_000)
    tabs.close('a')
    tabs.pass(1_000)
    expect(tabs.leaders()).toEqual(['b'])
    tabs.kill('b')
    tabs.pass(10_000)
    expect(tabs.leaders()).toEqual(['c'])
  })

  it('ends with one leader when a tab that slept wakes up', () => {
    for (const [sleeper, other] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      const tabs = createTabs()
      tabs.open(sleeper)
      tabs.pass(1_000)
      tabs.open(other)
      tabs.freeze(sleeper, true)
      tabs.pass(20_000)
      expect(tabs.leaders()).toEqual([sleeper, other])
      tabs.freeze(sleeper, false)
      tabs.pass(20_000)
      expect(tabs.leaders()).toEqual(['a'])
    }
  })

  it('takes no notice of tabs after it left', () => {
    const tabs = createTabs()
    tabs.open('a')
    tabs.close('a')
    tabs.pass(20_000)
    expect(tabs.leaders()).toEqual([])
  })
})
