import { clsx } from 'clsx'
import { Check, RotateCcw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Note } from '../../core/notes/note.js'
import { hasOwnTitle } from '../../core/notes/note-title.js'
import { usePlace } from '../../data/place-context.js'
import { useNoteChanges } from '../../data/use-notes.js'
import { Badge } from '../../ui/badge.js'
import { Button } from '../../ui/button.js'
import { useToasts } from '../toasts.js'
import { useErrorText } from '../use-error-text.js'
import { NoteComposer } from './note-composer.js'
import { Message } from './note-message.js'
import { useNames } from './use-names.js'
import { useNoteInAddress } from './use-note-in-address.js'
import { useSeen } from './use-seen.js'

/** A thread with more shows its beginning and its end. */
const mostShown = 5

/** A note with its replies, which can be answered and resolved. */
export function Thread({ note }: { readonly note: Note }) {
  const t = useTranslations('notes')
  const { environment } = usePlace().place
  const { reply } = useNoteChanges()
  const { getName } = useNames()
  const article = useRef<HTMLElement>(null)
  const isTarget = useNoteInAddress() === note.id
  const [isWhole, setWhole] = useState(false)
  const focus = () => article.current?.focus()
  useSeen(article, note)
  useEffect(() => {
    if (!isTarget) return
    article.current?.scrollIntoView({ block: 'center' })
    article.current?.focus({ preventScroll: true })
  }, [isTarget])

  const { messages } = note
  const isCut = !isWhole && !isTarget && messages.length > mostShown
  const shown = isCut ? [...messages.slice(0, 1), ...messages.slice(2 - mostShown)] : messages
  const rest = messages.length - shown.length
  return (
    <article
      id={`note-${note.id}`}
      ref={article}
      tabIndex={-1}
      aria-label={t('threadLabel', { name: getName(note.user) })}
      className={clsx(
        'flex flex-col gap-3 rounded-card border p-3',
        isTarget ? 'border-accent' : 'border-line',
      )}
    >
      {hasOwnTitle(note) ? <h3 className="wrap-anywhere font-semibold">{note.title}</h3> : null}
      <ol className="flex flex-col gap-3">
        {shown.map((message, index) => (
          <Message key={message.id} note={note} message={message} onGone={focus}>
            {isCut && index === 0 ? (
              <Button look="ghost" onClick={() => setWhole(true)}>
                {t('showMore', { count: rest })}
              </Button>
            ) : null}
          </Message>
        ))}
      </ol>
      <NoteComposer
        label={t('reply')}
        draftKey={JSON.stringify([environment.id, note.id])}
        sendLabel={t('sendReply')}
        onSend={html => reply(note, html)}
      />
      <Resolve note={note} />
    </article>
  )
}

function Resolve({ note }: { readonly note: Note }) {
  const t = useTranslations('notes')
  const { setResolved } = useNoteChanges()
  const { show } = useToasts()
  const describeError = useErrorText()
  const isResolved = note.archivedAt !== undefined
  const [isBusy, setBusy] = useState(false)

  async function change(target: boolean) {
    setBusy(true)
    try {
      await setResolved(note, target)
      if (target) show({ text: t('resolved'), undo: () => change(false) })
    } catch (cause) {
      show({ text: t('notSaved'), kind: 'danger', details: describeError(cause) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="flex items-center gap-2">
      {isResolved ? <Badge tone="success">{t('resolved')}</Badge> : null}
      <span className="flex-1" />
      <Button
        look="ghost"
        disabled={isBusy}
        icon={
          isResolved ? (
            <RotateCcw size={14} aria-hidden="true" />
          ) : (
            <Check size={14} aria-hidden="true" />
          )
        }
        onClick={() => void change(!isResolved)}
      >
        {t(isResolved ? 'reopen' : 'resolve')}
      </Button>
    </div>
  )
}
