import type { StreamEvent } from './event-parser.js'

/** The events of the service, and what each carries: ids, and names of collections. */
export interface News {
  readonly event: NewsEvent
  readonly projectId?: number
  readonly environmentId?: number
  readonly renderingId?: number
}

/** Where the person is. */
export interface NewsPlace {
  readonly projectId: number
  readonly environmentId: number
  readonly renderingId: number
}

/** What to do about an event. */
export interface NewsEffect {
  /** The beginnings of the keys of what is read again where it is shown, and otherwise when it is shown next. */
  readonly refetched: readonly (readonly unknown[])[]
  /** The same, for what concerns another place: it is not read before it is shown. */
  readonly outdated: readonly (readonly unknown[])[]
  /** The layout to read again, by its rendering. */
  readonly layoutOf?: number
  /** The projects of the person, their rights and the schema are read again. */
  readonly isRightsChange?: boolean
  readonly isSessionEnd?: boolean
}

const keys = {
  mentions: [['mentions']],
  notes: [['notes'], ['activity']],
  approvals: [['approvals'], ['activity']],
  views: [['views']],
  dashboards: [['dashboards'], ['charts']],
} as const

const others = ['layout', 'rights', 'refresh', 'session-ended'] as const

type KeyedEvent = keyof typeof keys
type NewsEvent = KeyedEvent | (typeof others)[number]

const known: ReadonlySet<string> = new Set([...Object.keys(keys), ...others])

/** Reads an event; undefined when it is none that this version of the panel knows. */
export function readNews({ event, data }: StreamEvent): News | undefined {
  if (!known.has(event)) return undefined
  try {
    return { ...(JSON.parse(data) as object), event: event as NewsEvent }
  } catch {
    return undefined
  }
}

/** Decides what an event changes for a person who is in a place. */
export function planNews(news: News, place: NewsPlace): NewsEffect {
  const none: NewsEffect = { refetched: [], outdated: [] }
  switch (news.event) {
    case 'session-ended':
      return { ...none, isSessionEnd: true }
    case 'rights':
      return isElsewhere(news, place) ? none : { ...none, isRightsChange: true }
    case 'layout':
      return news.renderingId === undefined ? none : { ...none, layoutOf: news.renderingId }
    case 'refresh':
      return {
        refetched: Object.values(keys).flat(),
        outdated: [],
        layoutOf: place.renderingId,
        isRightsChange: true,
      }
    default: {
      const changed = keys[news.event]
      const isHere = news.event === 'mentions' || !isElsewhere(news, place)
      return isHere ? { ...none, refetched: changed } : { ...none, outdated: changed }
    }
  }
}

/** What happens in another environment shows when the person goes there. */
const isElsewhere = ({ environmentId }: News, place: NewsPlace): boolean =>
  environmentId !== undefined && environmentId !== place.environmentId
