import { Suspense, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePlace } from '../../data/place-context.js'
import { useNoteChanges } from '../../data/use-notes.js'
import { focusNow } from '../../ui/focus-now.js'
import { Kbd } from '../../ui/kbd.js'
import { lazyPart } from '../../ui/lazy-part.js'
import { KeysOnHold } from '../../ui/popup-loader.js'
import { useCommands } from '../commands.js'
import { formatKeys } from '../format-keys.js'
import { PartBoundary } from '../part-boundary.js'
import { drafts } from './drafts.js'
import type { NoteEditorProps } from './note-editor.js'

const NoteEditor = lazyPart(() => import('./note-editor.js'))

interface NoteComposerProps extends Omit<NoteEditorProps, 'hasFocus'> {
  /** Whether it is open at first, with the focus. */
  readonly isOpen?: boolean
  /** The key that opens it. */
  readonly shortcut?: string
}

type BoxState = 'closed' | 'begun' | 'opened' | 'left'

/** A box that becomes an editor when it is used, or when there is something begun. */
export function NoteComposer({ isOpen = false, shortcut, ...props }: NoteComposerProps) {
  const { label, draftKey, onCancel } = props
  const [state, setState] = useState<BoxState>(() => {
    if (isOpen) return 'opened'
    return drafts.get(draftKey) === undefined ? 'closed' : 'begun'
  })
  const close = () => {
    setState('left')
    onCancel?.()
  }
  const box = useRef<HTMLDivElement>(null)
  useCommands(
    useMemo(() => {
      if (shortcut === undefined) return []
      const run = () => {
        const text = box.current?.querySelector<HTMLElement>('[role=textbox]')
        if (text) text.focus()
        else setState('opened')
      }
      return [{ id: 'write a note', title: label, group: 'record', shortcut, run }] as const
    }, [shortcut, label]),
  )
  if (state === 'closed' || state === 'left') {
    return (
      <button
        type="button"
        ref={state === 'left' ? focusNow : undefined}
        onClick={() => setState('opened')}
        className={`${boxClass} flex min-h-9 items-center justify-between gap-2 text-body text-faint hover:border-accent pointer-coarse:min-h-11`}
      >
        <span className="truncate">{label}</span>
        {shortcut === undefined ? null : <Kbd keys={formatKeys(shortcut)} />}
      </button>
    )
  }
  const fallback = (
    <div className={`${boxClass} min-h-[98px]`}>
      {state === 'opened' ? <KeysOnHold onCancel={close} /> : null}
    </div>
  )
  return (
    <div ref={box}>
      <PartBoundary>
        <Suspense fallback={fallback}>
          <NoteEditor {...props} onCancel={close} hasFocus={state === 'opened'} />
        </Suspense>
      </PartBoundary>
    </div>
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
      shortcut="n"
      onSend={html => create(collection, recordId, html)}
      {...(onSent && { onSent })}
    />
  )
}
