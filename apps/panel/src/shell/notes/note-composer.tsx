import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePlace } from '../../data/place-context.js'
import { useNoteChanges } from '../../data/use-notes.js'
import { focusNow } from '../../ui/focus-now.js'
import { lazyPart } from '../../ui/lazy-part.js'
import { KeysOnHold } from '../../ui/popup-loader.js'
import { PartBoundary } from '../part-boundary.js'
import { drafts } from './drafts.js'
import type { NoteEditorProps } from './note-editor.js'

const NoteEditor = lazyPart(() => import('./note-editor.js'))

interface NoteComposerProps extends Omit<NoteEditorProps, 'hasFocus'> {
  /** Whether it is open at first, with the focus. */
  readonly isOpen?: boolean
}

type BoxState = 'closed' | 'begun' | 'opened' | 'left'

/** A box that becomes an editor when it is used, or when there is something begun. */
export function NoteComposer({ isOpen = false, ...props }: NoteComposerProps) {
  const { label, draftKey, onCancel } = props
  const [state, setState] = useState<BoxState>(() => {
    if (isOpen) return 'opened'
    return drafts.get(draftKey) === undefined ? 'closed' : 'begun'
  })
  const close = () => {
    setState('left')
    onCancel?.()
  }
  if (state === 'closed' || state === 'left') {
    return (
      <button
        type="button"
        ref={state === 'left' ? focusNow : undefined}
        onClick={() => setState('opened')}
        className={`${boxClass} min-h-9 text-body text-faint hover:border-accent pointer-coarse:min-h-11`}
      >
        {label}
      </button>
    )
  }
  const fallback = (
    <div className={`${boxClass} min-h-[98px]`}>
      {state === 'opened' ? <KeysOnHold onCancel={close} /> : null}
    </div>
  )
  return (
    <PartBoundary>
      <Suspense fallback={fallback}>
        <NoteEditor {...props} onCancel={close} hasFocus={state === 'opened'} />
      </Suspense>
    </PartBoundary>
  )
}

const boxClass = 'w-full rounded-control border border-line-strong bg-surface px-2.5 text-left'

interface NewNoteProps {
  readonly collection: string
  readonly recordId: string
  readonly onSent?: () => void
}

/** Writes a new note on a record. */
export function NewNote({ collection, recordId, onSent }: NewNoteProps) {
  const t = useTranslations('notes')
  const { environment } = usePlace().place
  const { create } = useNoteChanges()
  const draftKey = JSON.stringify([environment.id, collection, recordId])
  return (
    <NoteComposer
      key={draftKey}
      label={t('write')}
      draftKey={draftKey}
      sendLabel={t('send')}
      onSend={html => create(collection, recordId, html)}
      {...(onSent && { onSent })}
    />
  )
}
