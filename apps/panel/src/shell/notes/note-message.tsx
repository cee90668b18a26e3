import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Note, NoteMessage } from '../../core/notes/note.js'
import { canDelete, canEdit } from '../../core/notes/note-rights.js'
import { useNoteChanges, useNoteReader } from '../../data/use-notes.js'
import { IconButton } from '../../ui/button.js'
import { lazyPart } from '../../ui/lazy-part.js'
import { PopupLoader } from '../../ui/popup-loader.js'
import { MessageView } from './message-view.js'
import { NoteComposer } from './note-composer.js'
import { NoteTime } from './note-time.js'
import { PersonMark } from './person-mark.js'
import { useNames } from './use-names.js'

const DeleteMessage = lazyPart(() => import('./delete-message.js'))

interface MessageProps {
  readonly note: Note
  readonly message: NoteMessage
  /** The focus goes there when what had it is gone. */
  readonly onGone: () => void
  /** What is below the text. */
  readonly children?: ReactNode
}

/** A message of a thread: who wrote it when, its text, and what the reader may do with it. */
export function Message({ note, message, onGone, children }: MessageProps) {
  const t = useTranslations('notes')
  const { getName } = useNames()
  const reader = useNoteReader()
  const { edit } = useNoteChanges()
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const close = () => setOpen(undefined)
  const name = getName(message.user)
  const isDeleted = message.deletedAt !== undefined
  const leave = () => {
    close()
    onGone()
  }
  return (
    <li className="group flex gap-2">
      <PersonMark name={name} />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-6 flex-wrap items-center gap-x-2">
          <span className="min-w-0 truncate font-medium">{name}</span>
          <NoteTime instant={message.createdAt} />
          {message.editedAt !== undefined && !isDeleted ? (
            <span className="text-small text-muted">{t('edited')}</span>
          ) : null}
          {open === 'edit' ? null : (
            <span className="-my-1 ml-auto flex opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
              {canEdit(message, reader) ? (
                <IconButton label={t('edit')} onClick={() => setOpen('edit')}>
                  <Pencil size={14} aria-hidden="true" />
                </IconButton>
              ) : null}
              {canDelete(message, reader) ? (
                <IconButton label={t('delete')} onClick={() => setOpen('delete')}>
                  <Trash2 size={14} aria-hidden="true" />
                </IconButton>
              ) : null}
            </span>
          )}
        </div>
        {open === 'edit' ? (
          <NoteComposer
            label={t('editLabel')}
            draftKey={`message ${message.id}`}
            initial={message.content}
            sendLabel={t('save')}
            isOpen
            onSend={html => edit(note, message.id, html)}
            onSent={leave}
            onCancel={leave}
          />
        ) : isDeleted ? (
          <p className="text-muted italic">{t('deleted')}</p>
        ) : (
          <MessageView html={message.content} />
        )}
        {children}
      </div>
      {open === 'delete' ? (
        <PopupLoader onCancel={close}>
          <DeleteMessage note={note} messageId={message.id} onClose={close} onDeleted={leave} />
        </PopupLoader>
      ) : null}
    </li>
  )
}
