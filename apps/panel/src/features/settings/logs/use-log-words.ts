import { useCallback } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { formatLogTime } from '../../../core/logs/format-log-time.js'
import { type LogEntry, readLabel } from '../../../core/logs/log-entry.js'
import { usePlace } from '../../../data/place-context.js'

interface LogWords {
  readonly formatTime: (instant: string) => string
  /** Who did it: a person, the identity provider or the service. */
  readonly nameWho: (entry: LogEntry) => string
  /** What was done. */
  readonly nameWhat: (entry: LogEntry) => string
  /** To what it was done; empty when nothing is named. */
  readonly nameSubject: (entry: LogEntry) => string
}

/** Says in words what an entry says. */
export function useLogWords(): LogWords {
  const t = useTranslations('logs')
  const language = useLocale()
  const { timezone } = usePlace()
  const formatTime = useCallback(
    (instant: string) => formatLogTime(instant, { zone: timezone, language }),
    [timezone, language],
  )
  const nameWho = useCallback(
    (entry: LogEntry) =>
      entry.user?.username ??
      (entry.object === 'adminLog' && t.has(`initiators.${entry.initiator as 'service'}`)
        ? t(`initiators.${entry.initiator as 'service'}`)
        : ''),
    [t],
  )
  const nameWhat = useCallback(
    (entry: LogEntry) => {
      if (entry.object === 'activityLog') return nameValue(t, 'actions', entry.action)
      const resource = nameValue(t, 'resources', entry.resource)
      return t('change', { resource, change: nameValue(t, 'changes', entry.type) })
    },
    [t],
  )
  const nameSubject = useCallback(
    (entry: LogEntry) =>
      entry.object === 'activityLog'
        ? readLabel(entry)
        : findName(entry.newValue, entry.previousValue),
    [],
  )
  return { formatTime, nameWho, nameWhat, nameSubject }
}

type Translate = ReturnType<typeof useTranslations<'logs'>>

/** The word for a value of an entry; the value itself when this version of the panel has none. */
export function nameValue(
  t: Translate,
  group: 'actions' | 'resources' | 'changes' | 'initiators',
  value: string,
): string {
  const key = `${group}.${value}` as 'actions.read'
  return t.has(key) ? t(key) : value
}

/** The name of what was changed, where its values have one. */
function findName(...values: readonly (object | undefined)[]): string {
  for (const value of values) {
    for (const found of [value, ...Object.values(value ?? {})]) {
      if (typeof found !== 'object' || found === null) continue
      const { name, email, username } = found as Readonly<Record<string, unknown>>
      const text = name ?? email ?? username
      if (typeof text === 'string') return text
    }
  }
  return ''
}
