import type { MentionNodeAttrs } from '@tiptap/extension-mention'
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react'
import type { SuggestionProps } from '@tiptap/suggestion'
import { AtSign, Type } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ProjectMember } from '../../core/forms/group-approvers.js'
import { suggestPeople } from '../../core/notes/suggest-people.js'
import { simplifyMessage } from '../../core/text/simplify-html.js'
import { usePlace } from '../../data/place-context.js'
import { useLoadMembers } from '../../data/use-people.js'
import { Button, IconButton } from '../../ui/button.js'
import { holdKeys } from '../../ui/held-keys.js'
import { RichTextToolbar } from '../../widgets/rich-text/toolbar.js'
import { formatKeys } from '../format-keys.js'
import { useErrorText } from '../use-error-text.js'
import { drafts } from './drafts.js'
import { MentionList, pick, readListKey, type Suggested } from './mention-list.js'
import { buildExtensions, parseMessage } from './note-extensions.js'
import '../../widgets/rich-text/rich-text.css'
import './notes.css'

export interface NoteEditorProps {
  /** What is written, for screen readers; shown as long as nothing is. */
  readonly label: string
  /** By which the text is found again when the person comes back. */
  readonly draftKey: string
  /** The message that is changed; absent for a new one. */
  readonly initial?: string
  readonly sendLabel: string
  /** Sends the text; when that fails it stays. */
  readonly onSend: (html: string) => Promise<unknown>
  readonly onSent?: () => void
  readonly onCancel?: () => void
  readonly hasFocus: boolean
}

/** The service takes no more. */
const mostCharacters = 50_000

/** Writes a message: formatted, with mentions. What is not sent is kept while the page is open. */
export default function NoteEditor(props: NoteEditorProps) {
  const { label, draftKey, initial = '', sendLabel, onCancel, hasFocus } = props
  const t = useTranslations('notes')
  const describeError = useErrorText()
  const listId = useId()
  const [isFormatting, setFormatting] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const { suggested, setActive, suggestion, isListOpen } = usePeopleSuggestion()
  const [extensions] = useState(() => buildExtensions(suggestion))

  const keep = useEffectEvent((html: string, isEmpty: boolean) => {
    drafts.set(draftKey, isEmpty || html === initial ? '' : html)
    setError(undefined)
  })
  // Keys that are pressed before the text has the focus are for the text.
  const release = useRef(() => {})
  const giveUp = useEffectEvent(() => onCancel?.())
  useLayoutEffect(() => {
    if (hasFocus) release.current = holdKeys(() => giveUp())
    return () => release.current()
  }, [hasFocus])
  const handleKey = useEffectEvent((event: KeyboardEvent): boolean => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      void send()
      return true
    }
    if (event.key !== 'Escape' || isListOpen()) return false
    if (onCancel && isUnchanged()) onCancel()
    else editor.view.dom.blur()
    return true
  })
  const editor = useEditor({
    extensions,
    content: parseMessage(drafts.get(draftKey) ?? initial),
    injectCSS: false,
    editorProps: {
      transformPastedHTML: simplifyMessage,
      handleKeyDown: (_, event) => handleKey(event),
      attributes: {
        class: 'rich-text note-text',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-keyshortcuts': 'Control+Enter Meta+Enter',
      },
    },
    onUpdate: ({ editor: current }) => keep(current.getHTML(), isBlank(current)),
  })
  const takeFocus = useEffectEvent(() => {
    if (!hasFocus) return
    editor.commands.setTextSelection(editor.state.doc.content.size)
    editor.view.focus()
    editor.view.dom.scrollIntoView({ block: 'nearest' })
    release.current()
  })
  // An editor that was made long before it is drawn is replaced by another one.
  useEffect(() => {
    if (!editor.isDestroyed) takeFocus()
  }, [editor])
  const { isEmpty, isNothing } = useEditorState({
    editor,
    selector: ({ editor: current }) => ({ isEmpty: current.isEmpty, isNothing: isBlank(current) }),
  })

  // The list is elsewhere in the page: the text says which entry of it is chosen.
  const activeId =
    suggested && suggested.items.length > 0 ? `${listId}-${suggested.active}` : undefined
  useEffect(() => {
    if (activeId === undefined) return
    const { dom } = editor.view
    dom.setAttribute('aria-controls', listId)
    dom.setAttribute('aria-activedescendant', activeId)
    return () => {
      dom.removeAttribute('aria-controls')
      dom.removeAttribute('aria-activedescendant')
    }
  }, [editor, listId, activeId])

  const isUnchanged = () => isBlank(editor) || editor.getHTML() === initial

  async function send() {
    const html = editor.getHTML()
    if (isBusy || isBlank(editor)) return
    if (html.length > mostCharacters) return setError(t('tooLong'))
    setBusy(true)
    setError(undefined)
    try {
      await props.onSend(html)
      // What was typed meanwhile stays.
      if (drafts.get(draftKey) === html) drafts.set(draftKey, '')
      if (!editor.isDestroyed && editor.getHTML() === html) editor.commands.setContent(emptyText)
      props.onSent?.()
    } catch (cause) {
      setError(describeError(cause))
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="min-w-0 rounded-control border border-line-strong bg-surface focus-within:border-accent focus-within:outline-1 focus-within:outline-accent">
      {isFormatting ? <RichTextToolbar editor={editor} label={label} /> : null}
      <div className="relative">
        {isEmpty ? (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-2 left-2.5 text-body text-faint"
          >
            {label}
          </span>
        ) : null}
        <EditorContent editor={editor} />
      </div>
      {error === undefined ? null : (
        <p role="alert" className="wrap-anywhere px-2.5 pb-2 text-danger">
          {t('notSent')} {error}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-1 px-1 pb-1">
        <IconButton
          label={t('format')}
          aria-pressed={isFormatting}
          onClick={() => setFormatting(!isFormatting)}
        >
          <Type size={14} aria-hidden="true" />
        </IconButton>
        <IconButton label={t('mention')} onClick={() => insertSign(editor)}>
          <AtSign size={14} aria-hidden="true" />
        </IconButton>
        <span className="flex-1" />
        {onCancel ? (
          <Button
            look="ghost"
            onClick={() => {
              drafts.set(draftKey, '')
              onCancel()
            }}
          >
            {t('cancel')}
          </Button>
        ) : null}
        <Button
          look="primary"
          keys={formatKeys('mod+enter')}
          disabled={isBusy || isNothing}
          onClick={() => void send()}
        >
          {sendLabel}
        </Button>
      </div>
      <p role="status" className="sr-only">
        {suggested && !suggested.loading ? t('found', { count: suggested.items.length }) : ''}
      </p>
      {suggested ? <MentionList id={listId} suggested={suggested} onHover={setActive} /> : null}
    </div>
  )
}

/** The list of people after an `@`. */
function usePeopleSuggestion() {
  const { boot, place } = usePlace()
  const loadMembers = useLoadMembers()
  const [suggested, setSuggested] = useState<Suggested>()
  // The editor asks for keys at once, not after the next drawing.
  const latest = useRef<Suggested>(undefined)
  const show = (next: Suggested | undefined) => {
    latest.current = next
    setSuggested(next)
  }
  const setActive = (active: number) => latest.current && show({ ...latest.current, active })
  const list = useEffectEvent(async (typed: string) => {
    const reader = { teamId: place.team.id, readerId: boot.user.id }
    return [...suggestPeople(await loadMembers(), typed, reader)]
  })
  const update = (props: SuggestionProps<ProjectMember, MentionNodeAttrs>) => {
    // Until the next people are known, those before stay.
    const items = props.loading ? (latest.current?.items ?? []) : props.items
    show({ ...props, items, active: 0 })
  }
  const [suggestion] = useState(() => ({
    items: ({ query }: { readonly query: string }) => list(query),
    render: () => ({
      onStart: update,
      onUpdate: update,
      onExit: () => show(undefined),
      onKeyDown(press: Parameters<typeof readListKey>[0]) {
        const current = latest.current
        const change = current && readListKey(press, current)
        if (!current || change === undefined) return false
        if (change === 'pick') pick(current, current.active)
        else show({ ...current, ...change })
        return true
      },
    }),
  }))
  const isListOpen = () => (latest.current?.items.length ?? 0) > 0
  return { suggested, setActive, suggestion, isListOpen }
}

/** Texts would be read as HTML by a function that the policy of the page forbids: these are nodes. */
const emptyText = { type: 'doc', content: [{ type: 'paragraph' }] }
const sign = (text: string) => ({ type: 'text', text })

/** An editor that was replaced before it was drawn has no text. */
const isBlank = (editor: Editor): boolean => editor.isDestroyed || editor.getText().trim() === ''

/** An `@` belongs to a mention only after a space. */
function insertSign(editor: Editor): void {
  const { from } = editor.state.selection
  const before = editor.state.doc.textBetween(Math.max(0, from - 1), from, '\n', ' ')
  editor
    .chain()
    .focus()
    .insertContent(sign(/^\s?$/.test(before) ? '@' : ' @'))
    .run()
}
