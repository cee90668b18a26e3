import { type RefObject, useCallback, useMemo, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { CheckedList } from '../../core/list/check-list-state.js'
import { formatTypedValue } from '../../core/list/format-typed-value.js'
import type { ListSubject } from '../../core/list/list-subject.js'
import { isStaleError, readCurrentPatch } from '../../core/record/conflict.js'
import {
  type Draft,
  invertDraft,
  isDirty,
  isSameField,
  setField,
  startEdit,
} from '../../core/record/draft.js'
import type { PanelRecord } from '../../core/record/panel-record.js'
import { getRecordTitle, type RelatedChoice } from '../../core/record/record-title.js'
import { patchRecord } from '../../core/record/write-effect.js'
import { buildSave } from '../../core/record/write-requests.js'
import type { FieldModel } from '../../core/schema/collection-model.js'
import { ApiError } from '../../data/api-error.js'
import { usePlace } from '../../data/place-context.js'
import { useWrite } from '../../data/use-write.js'
import { useToasts } from '../../shell/toasts.js'
import { useUndo } from '../../shell/undo.js'
import type { RowMarks } from '../../ui/table/table-row.js'

/** A value that was not saved, and why. */
export interface Attempt {
  readonly value: unknown
  readonly problem: string
  /** The record as it is now, when somebody else changed it: saving again replaces that. */
  readonly base?: PanelRecord
}

type Attempts = ReadonlyMap<string, ReadonlyMap<string, Attempt>>

type Texts = ReturnType<typeof useTranslations<'grid'>>

/** What the agent says about the field, or what somebody else made of it in the meantime. */
function describeRefusal(
  error: ApiError,
  draft: Draft,
  record: PanelRecord,
  { name, kind }: FieldModel,
  { collections, collection }: ListSubject,
  t: Texts,
  language: string,
): Attempt | undefined {
  const value = draft.changes[name]
  if (!isStaleError(error.status, error.body)) {
    return { value, problem: error.fields[name]?.join(' ') || error.message || t('notSaved') }
  }
  const patch = readCurrentPatch(error.body, collection, record.id, collections)
  const base = patchRecord(record, patch)
  const theirs = startEdit(base, collection, collections).base[name]
  // Somebody else wrote the same: there is nothing to decide.
  if (isSameField(theirs, value)) return undefined
  const text =
    kind === 'to-one' ? (theirs as RelatedChoice | null)?.title : formatTypedValue(theirs, language)
  return { value, problem: t('changedMeanwhile', { value: text || '–' }), base }
}

/** What the list shows at the moment. */
export interface LatestList {
  readonly rows: {
    readonly get: (index: number) => PanelRecord | undefined
    readonly count: number
  }
  readonly checked: CheckedList
}

/** Saves cells, and keeps what has to be said about their rows. */
export function useCellWrites(
  { collections, collection }: ListSubject,
  latest: RefObject<LatestList>,
) {
  const t = useTranslations('grid')
  const language = useLocale()
  const { timezone } = usePlace()
  const write = useWrite()
  const toasts = useToasts()
  const undo = useUndo()
  const [strays, setStrays] = useState<ReadonlySet<string>>(new Set())
  const [attempts, setAttempts] = useState<Attempts>(new Map())
  const note = t('noLongerMatches')
  const marks = useMemo(
    () =>
      new Map(
        [...new Set([...strays, ...attempts.keys()])].map((id): [string, RowMarks] => [
          id,
          {
            ...(strays.has(id) && { note }),
            problems: new Map(
              [...(attempts.get(id) ?? [])].map(([column, { problem }]) => [column, problem]),
            ),
          },
        ]),
      ),
    [strays, attempts, note],
  )
  const getMarks = useCallback((record: PanelRecord) => marks.get(record.id), [marks])
  const findAttempt = useCallback(
    (id: string | undefined, column: string) => attempts.get(id ?? '')?.get(column),
    [attempts],
  )
  const forgetMarks = useCallback(() => {
    setStrays(before => (before.size === 0 ? before : new Set()))
    setAttempts(before => (before.size === 0 ? before : new Map()))
  }, [])
  /** The row stays where it is until the list is read again: it is marked instead. */
  const checkStillMatches = useCallback(
    async (id: string) => {
      // Comparing values is much code, which the first screen does without.
      const { matchesFilter } = await import('../../core/list/matches-filter.js')
      const { rows, checked } = latest.current
      const record = findRow(rows, id)
      const call = { timezone, now: new Date() }
      const isStray =
        record !== undefined &&
        matchesFilter(checked.filter, record, collections, collection, call) === false
      setStrays(before => withMember(before, id, isStray))
    },
    [latest, timezone, collections, collection],
  )
  const saveNow = useCallback(
    async (
      record: PanelRecord,
      field: FieldModel,
      value: unknown,
    ): Promise<Attempt | undefined> => {
      const draft = setField(startEdit(record, collection, collections), field.name, value)
      setAttempts(before => withAttempt(before, record.id, field.name, undefined))
      if (!isDirty(draft)) return undefined
      try {
        await send(draft)
        const label = t('edited', { field: field.label, title: getRecordTitle(record, collection) })
        undo.push({ label, redo: () => send(draft), undo: () => send(invertDraft(draft)) })
        toasts.show({ text: label, kind: 'success', undo: undo.undo })
        return undefined
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const subject = { collections, collection }
        const attempt = describeRefusal(error, draft, record, field, subject, t, language)
        setAttempts(before => withAttempt(before, record.id, field.name, attempt))
        return attempt
      }

      async function send(step: Draft) {
        await write(buildSave(step, collection))
        await checkStillMatches(record.id)
      }
    },
    [collection, collections, write, toasts, undo, t, checkStillMatches, language],
  )
  return useMemo(
    () => ({
      save: (...cell: Parameters<typeof saveNow>) => undo.waitFor(saveNow(...cell)),
      getMarks,
      findAttempt,
      forgetMarks,
    }),
    [undo, saveNow, getMarks, findAttempt, forgetMarks],
  )
}

function findRow({ get, count }: LatestList['rows'], id: string): PanelRecord | undefined {
  for (let index = 0; index < count; index++) {
    const row = get(index)
    if (row?.id === id) return row
  }
  return undefined
}

function withMember(set: ReadonlySet<string>, id: string, isMember: boolean): ReadonlySet<string> {
  if (set.has(id) === isMember) return set
  const next = new Set(set)
  if (isMember) next.add(id)
  else next.delete(id)
  return next
}

function withAttempt(
  attempts: Attempts,
  id: string,
  column: string,
  attempt: Attempt | undefined,
): Attempts {
  if (attempts.get(id)?.get(column) === attempt) return attempts
  const columns = new Map(attempts.get(id))
  if (attempt) columns.set(column, attempt)
  else columns.delete(column)
  const next = new Map(attempts)
  if (columns.size > 0) next.set(id, columns)
  else next.delete(id)
  return next
}
