import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { NoteTime } from '../../shell/notes/note-time.js'
import { PersonMark } from '../../shell/notes/person-mark.js'

interface InboxItemProps {
  /** Who wrote it. */
  readonly name: string
  /** What it is about. */
  readonly about: ReactNode
  readonly instant: string
  /** The words of the message. */
  readonly text: string
  /** Where it is; undefined when the person cannot go there. */
  readonly address: string | undefined
  readonly onOpen?: () => void
  /** Said before the name, and shown as a dot. */
  readonly unread?: string | undefined
  /** Marks and buttons below the text. */
  readonly children?: ReactNode
}

/** An entry of the inbox. All of it leads to the note; its buttons lie above the link. */
export function InboxItem(props: InboxItemProps) {
  const { name, about, instant, text, address, onOpen, unread, children } = props
  const title = (
    <>
      {unread === undefined ? null : <span className="sr-only">{unread}: </span>}
      <span className="font-medium">{name}</span>{' '}
      <span className="text-muted max-sm:block max-sm:truncate">{about}</span>
    </>
  )
  return (
    <li
      className={clsx(
        'relative flex gap-3 border-b border-line py-3 pr-1 pl-4 last:border-b-0',
        address !== undefined && 'hover:bg-hover focus-within:bg-hover',
      )}
    >
      {unread === undefined ? null : (
        <span
          aria-hidden="true"
          className="absolute top-[21px] left-1 size-1.5 rounded-full bg-accent"
        />
      )}
      <PersonMark name={name} />
      <div className="min-w-0 flex-1">
        <div className="flex min-h-6 items-baseline gap-2 pt-0.5">
          {address === undefined ? (
            <span className="min-w-0 flex-1 truncate">{title}</span>
          ) : (
            <a
              href={address}
              data-item=""
              onClick={onOpen}
              className="min-w-0 flex-1 truncate outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              {title}
            </a>
          )}
          <NoteTime instant={instant} />
        </div>
        <p
          className={clsx(
            'line-clamp-2 wrap-anywhere',
            unread === undefined ? 'text-muted' : 'text-text',
          )}
        >
          {text}
        </p>
        {children ? (
          <div className="relative mt-1 flex w-fit flex-wrap items-center gap-2 empty:hidden">
            {children}
          </div>
        ) : null}
      </div>
    </li>
  )
}
