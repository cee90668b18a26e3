import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import {
  type ConflictChoice,
  isStaleError,
  readConflicts,
  resolveConflicts,
} from '../../core/record/conflict.js'
import { type Draft, isDirty, refreshDraft, setField, startEdit } from '../../core/record/draft.js'
import type { PanelRecord } from '../../core/record/panel-record.js'
import { getRecordTitle } from '../../core/record/record-title.js'
import type { CollectionModel, Collections } from '../../core/schema/collection-model.js'
import { ApiError } from '../../data/api-error.js'
import { usePlace } from '../../data/place-context.js'
import { useToasts } from '../toasts.js'
import { useUndo } from '../undo.js'
import { useErrorText } from '../use-error-text.js'
import { changeEdit, type EditState, getEdit, setEdit, useEdit } from './edit-store.js'
import { useCheckDraft } from './use-check-draft.js'
import { SaveError, useSave } from './use-save.js'

export interface RecordEditor {
  /** Undefined while nothing is edited. */
  readonly state: EditState | undefined
  readonly isDirty: boolean
  /** Opens the whole form, or one field in its place. */
  readonly open: (field?: string) => void
  readonly change: (field: string, value: unknown) => void
  readonly reportTyping: (field: string, problem: string | undefined) => void
  readonly discard: () => void
  /** Resolves to whether everything is saved. */
  readonly save: () => Promise<boolean>
  readonly resolve: (choices: Readonly<Record<string, ConflictChoice>>) => void
  readonly leaveConflict: () => void
}

interface EditSubject {
  readonly record: PanelRecord | null | undefined
  readonly collection: CollectionModel
  readonly collections: Collections
  readonly id: string
}

/** Edits a record: what was changed, whether it can be saved, and what the agent says about it. */
export function useRecordEditor({
  record,
  collection,
  collections,
  id,
}: EditSubject): RecordEditor {
  const t = useTranslations()
  const { renderingId } = usePlace().place.team
  const client = useQueryClient()
  const save = useSave(collection)
  const check = useCheckDraft(collection)
  const { show } = useToasts()
  const describeError = useErrorText()
  const { push, undo } = useUndo()
  const title = record ? getRecordTitle(record, collection) : id
  const key = JSON.stringify([renderingId, collection.name, id])
  const state = useEdit(key)

  const saveDraft = useCallback(
    async (draft: Draft): Promise<boolean> => {
      if (!isDirty(draft)) {
        setEdit(key, undefined)
        return true
      }
      const state = getEdit(key)
      if (!state || state.isSaving) return false
      changeEdit(key, { draft, isSaving: true, error: undefined, conflict: undefined })
      try {
        await save(draft, title)
        setEdit(key, undefined)
        return true
      } catch (error) {
        const left = error instanceof SaveError ? error.left : draft
        const cause = error instanceof SaveError ? error.cause : error
        const api = cause instanceof ApiError ? cause : undefined
        if (api && isStaleError(api.status, api.body)) return meetConflict(left, api.body)
        changeEdit(key, {
          draft: left,
          isSaving: false,
          problems: api?.fields ?? {},
          ...(Object.keys(api?.fields ?? {}).length === 0 && { error: cause }),
        })
        show({
          text: t('record.notSaved', { title }),
          kind: 'danger',
          details: describeError(cause),
          error: cause,
        })
        return false
      }

      function meetConflict(left: Draft, body: unknown): Promise<boolean> | boolean {
        void client.invalidateQueries({
          queryKey: ['record', renderingId, collection.name, id],
        })
        changeEdit(key, { draft: left, isSaving: false })
        // Others wrote the same: there is nothing to decide.
        if (readConflicts(left, body, collection).length === 0) {
          return saveDraft(resolveConflicts(left, body, collection, {}))
        }
        changeEdit(key, { conflict: body })
        return false
      }
    },
    [key, title, collection, id, save, show, describeError, t, client, renderingId],
  )

  return useMemo(
    (): RecordEditor => ({
      state,
      isDirty: state !== undefined && isDirty(state.draft),
      open(field) {
        if (!record) return
        const before = getEdit(key)
        const fresh = startEdit(record, collection, collections)
        const draft = before ? refreshDraft(before.draft, fresh) : fresh
        const fields = before && before.open !== 'form' ? before.open : []
        setEdit(key, {
          problems: {},
          typing: {},
          isSaving: false,
          ...before,
          draft,
          open:
            field === undefined || before?.open === 'form'
              ? 'form'
              : [...new Set([...fields, field])],
          focus: field ?? listEditable(collection)[0],
        })
      },
      change(field, value) {
        const now = getEdit(key)
        if (!now) return
        const { [field]: _gone, ...problems } = now.problems
        changeEdit(key, { draft: setField(now.draft, field, value), problems, error: undefined })
      },
      reportTyping(field, problem) {
        const now = getEdit(key)
        if (!now || now.typing[field] === problem) return
        const { [field]: _gone, ...typing } = now.typing
        changeEdit(key, {
          typing: problem === undefined ? typing : { ...typing, [field]: problem },
        })
      },
      discard() {
        const now = getEdit(key)
        setEdit(key, undefined)
        if (!now || !isDirty(now.draft)) return
        const text = t('record.discarded', { title })
        push({
          label: text,
          redo: () => setEdit(key, undefined),
          undo: () => setEdit(key, now),
        })
        show({ text, kind: 'info', undo })
      },
      async save() {
        const now = getEdit(key)
        if (!now) return true
        const problems = check(now.draft, now.typing)
        if (Object.keys(problems).length > 0) {
          changeEdit(key, { problems, focus: Object.keys(problems)[0] })
          return false
        }
        return saveDraft(now.draft)
      },
      resolve(choices) {
        const now = getEdit(key)
        if (now?.conflict === undefined) return
        void saveDraft(resolveConflicts(now.draft, now.conflict, collection, choices))
      },
      leaveConflict: () => changeEdit(key, { conflict: undefined }),
    }),
    [state, key, title, record, collection, collections, saveDraft, check, push, undo, show, t],
  )
}

/** The fields that the form of a record has. */
export function listEditable({ editSections }: CollectionModel): readonly string[] {
  return editSections.flatMap(({ fields }) => fields)
}
