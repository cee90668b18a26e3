import { useQuery } from '@tanstack/react-query'
import { type RefObject, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { buildRecordRequest } from '../../core/list/list-request.js'
import {
  type ConflictChoice,
  type FieldConflict,
  preselect,
  readConflicts,
} from '../../core/record/conflict.js'
import { readRecord } from '../../core/record/read-document.js'
import { getRecordTitle, type RelatedChoice } from '../../core/record/record-title.js'
import type {
  CollectionModel,
  Collections,
  FieldModel,
} from '../../core/schema/collection-model.js'
import { usePlace } from '../../data/place-context.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import type { EditState } from './edit-store.js'
import { ShowDraftValue } from './show-draft-value.js'

interface ConflictDialogProps {
  readonly state: EditState
  readonly collection: CollectionModel
  readonly collections: Collections
  readonly onResolve: (choices: Readonly<Record<string, ConflictChoice>>) => void
  readonly onClose: () => void
}

/** Others changed what was edited: each field keeps yours or theirs, theirs unless told otherwise. */
export default function ConflictDialog(props: ConflictDialogProps) {
  const { state, collection, collections, onResolve, onClose } = props
  const t = useTranslations('record')
  const conflicts = readConflicts(state.draft, state.conflict, collection)
  const [choices, setChoices] = useState(() => preselect(conflicts))
  const firstChoice = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('conflictTitle')}
      closeLabel={t('keepEditing')}
      shape="wide"
      initialFocus={firstChoice}
    >
      <div className="flex min-h-0 flex-col gap-4 overflow-y-auto px-4 py-4">
        <p className="text-form">{t('conflictText')}</p>
        {conflicts.map((conflict, index) => {
          const field = collection.fields.get(conflict.field)
          if (!field) return null
          return (
            <ConflictField
              key={conflict.field}
              conflict={conflict}
              field={field}
              state={state}
              collection={collection}
              collections={collections}
              choice={choices[conflict.field] ?? 'theirs'}
              firstChoice={index === 0 ? firstChoice : undefined}
              onChoose={choice => setChoices({ ...choices, [conflict.field]: choice })}
            />
          )
        })}
      </div>
      <footer className="flex shrink-0 flex-wrap justify-end gap-2 border-t border-line px-4 py-3">
        <Button size="form" onClick={onClose}>
          {t('keepEditing')}
        </Button>
        <Button size="form" look="primary" onClick={() => onResolve(choices)}>
          {t('resolve')}
        </Button>
      </footer>
    </Dialog>
  )
}

interface ConflictFieldProps
  extends Pick<ConflictDialogProps, 'state' | 'collection' | 'collections'> {
  readonly conflict: FieldConflict
  readonly field: FieldModel
  readonly choice: ConflictChoice
  readonly firstChoice: RefObject<HTMLInputElement | null> | undefined
  readonly onChoose: (choice: ConflictChoice) => void
}

function ConflictField(props: ConflictFieldProps) {
  const { conflict, field, state, collection, collections, choice, onChoose } = props
  const t = useTranslations('record')
  const id = useId()
  const theirs = useTheirs(conflict.theirs, field, collections)
  const show = (value: unknown) => (
    <ShowDraftValue
      field={field}
      collection={collection}
      collections={collections}
      draft={state.draft}
      value={value}
    />
  )
  return (
    <fieldset className="min-w-0 rounded-card border border-line">
      <legend className="mx-3 px-1 text-small font-medium text-muted">{field.label}</legend>
      <div className="flex flex-col px-3 pb-2">
        {(
          [
            ['theirs', theirs],
            ['yours', conflict.yours],
          ] as const
        ).map(([name, value]) => (
          <label
            key={name}
            className="flex min-h-9 items-center gap-2 rounded-control px-2 hover:bg-hover has-checked:bg-selected pointer-coarse:min-h-11"
          >
            <input
              ref={name === 'theirs' ? props.firstChoice : undefined}
              type="radio"
              name={id}
              checked={choice === name}
              onChange={() => onChoose(name)}
              className="accent-accent"
            />
            <span className="w-28 shrink-0 font-medium">{t(name)}</span>
            <span className="min-w-0 flex-1 truncate">{show(value)}</span>
          </label>
        ))}
        <div className="flex min-h-8 items-center gap-2 px-2 text-muted">
          <span className="w-[13px] shrink-0" />
          <span className="w-28 shrink-0">{t('before')}</span>
          <span className="min-w-0 flex-1 truncate">{show(conflict.before)}</span>
        </div>
      </div>
    </fieldset>
  )
}

/** Of a related record that others chose only the id is known; its title is read. */
function useTheirs(value: unknown, field: FieldModel, collections: Collections): unknown {
  const { agent, place } = usePlace()
  const target = collections.get(field.target ?? '')
  const choice = field.kind === 'to-one' ? (value as RelatedChoice | null) : null
  const { data } = useQuery({
    queryKey: ['record', place.team.renderingId, target?.name, choice?.id],
    enabled: choice !== null && target?.rights.read === true,
    queryFn: async ({ signal }) => {
      if (!target || !choice) return null
      const request = buildRecordRequest(target, choice.id, collections)
      return readRecord(await agent.read(request, signal)) ?? null
    },
  })
  if (!choice) return value
  return data ? { id: choice.id, title: getRecordTitle(data, target) } : choice
}
