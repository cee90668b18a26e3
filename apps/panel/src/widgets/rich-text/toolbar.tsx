import { Toolbar } from '@base-ui/react/toolbar'
import { type Editor, useEditorState } from '@tiptap/react'
import {
  Bold,
  Code,
  Heading2,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { toSafeLink } from '../../core/text/safe-link.js'
import { Button } from '../../ui/button.js'
import { controlClass } from '../../ui/control.js'
import { focusNow } from '../../ui/focus-now.js'

type Chain = ReturnType<Editor['chain']>

interface Tool {
  readonly name:
    | 'bold'
    | 'italic'
    | 'underline'
    | 'strike'
    | 'heading'
    | 'bulletList'
    | 'orderedList'
    | 'blockquote'
    | 'code'
  readonly icon: LucideIcon
  readonly keys?: string
  readonly run: (chain: Chain) => Chain
}

const tools: readonly Tool[] = [
  { name: 'bold', icon: Bold, keys: 'Mod+B', run: chain => chain.toggleBold() },
  { name: 'italic', icon: Italic, keys: 'Mod+I', run: chain => chain.toggleItalic() },
  { name: 'underline', icon: Underline, keys: 'Mod+U', run: chain => chain.toggleUnderline() },
  { name: 'strike', icon: Strikethrough, run: chain => chain.toggleStrike() },
  { name: 'heading', icon: Heading2, run: chain => chain.toggleHeading({ level: 2 }) },
  { name: 'bulletList', icon: List, run: chain => chain.toggleBulletList() },
  { name: 'orderedList', icon: ListOrdered, run: chain => chain.toggleOrderedList() },
  { name: 'blockquote', icon: Quote, run: chain => chain.toggleBlockquote() },
  { name: 'code', icon: Code, keys: 'Mod+E', run: chain => chain.toggleCode() },
]

const buttonClass =
  'inline-flex size-7 items-center justify-center rounded-[4px] text-muted hover:bg-hover hover:text-text aria-pressed:bg-selected aria-pressed:text-accent disabled:opacity-40 pointer-coarse:size-11'
const iconSize = 14
const modifier = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl+'

/** What can be done with the text: arrow keys move in it, as in every toolbar. */
export function RichTextToolbar({
  editor,
  label,
}: {
  readonly editor: Editor
  readonly label: string
}) {
  const t = useTranslations('richText')
  const [isLinking, setLinking] = useState(false)
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      active: tools.filter(({ name }) => current.isActive(name)).map(({ name }) => name),
      isLink: current.isActive('link'),
      canUndo: current.can().undo(),
      canRedo: current.can().redo(),
    }),
  })

  return (
    <>
      <Toolbar.Root
        aria-label={t('toolbar', { name: label })}
        className="flex flex-wrap items-center gap-0.5 border-b border-line px-1 py-0.5"
      >
        {tools.map(({ name, icon: Icon, keys, run }) => (
          <Toolbar.Button
            key={name}
            aria-label={t(name)}
            aria-pressed={state.active.includes(name)}
            data-tooltip={t(name)}
            data-tooltip-keys={keys?.replace('Mod+', modifier)}
            onClick={() => run(editor.chain().focus()).run()}
            className={buttonClass}
          >
            <Icon size={iconSize} aria-hidden="true" />
          </Toolbar.Button>
        ))}
        <Toolbar.Button
          aria-label={t('link')}
          aria-pressed={state.isLink}
          data-tooltip={t('link')}
          onClick={() =>
            state.isLink ? editor.chain().focus().unsetLink().run() : setLinking(!isLinking)
          }
          className={buttonClass}
        >
          <Link2 size={iconSize} aria-hidden="true" />
        </Toolbar.Button>
        <Toolbar.Separator className="mx-1 h-4 w-px bg-line" />
        <Toolbar.Button
          aria-label={t('undo')}
          data-tooltip={t('undo')}
          disabled={!state.canUndo}
          onClick={() => editor.chain().focus().undo().run()}
          className={buttonClass}
        >
          <Undo2 size={iconSize} aria-hidden="true" />
        </Toolbar.Button>
        <Toolbar.Button
          aria-label={t('redo')}
          data-tooltip={t('redo')}
          disabled={!state.canRedo}
          onClick={() => editor.chain().focus().redo().run()}
          className={buttonClass}
        >
          <Redo2 size={iconSize} aria-hidden="true" />
        </Toolbar.Button>
      </Toolbar.Root>
      {isLinking ? <LinkBar editor={editor} onClose={() => setLinking(false)} /> : null}
    </>
  )
}

function LinkBar({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const t = useTranslations('richText')
  const [address, setAddress] = useState('https://')
  const href = toSafeLink(address.trim())

  function setLink() {
    if (href === undefined) return
    const isNothingSelected = editor.state.selection.empty
    const chain = editor.chain().focus()
    if (isNothingSelected) {
      const marks = [{ type: 'link', attrs: { href } }]
      chain.insertContent({ type: 'text', text: href, marks }).run()
    } else chain.setLink({ href }).run()
    onClose()
  }

  return (
    <div className="flex items-center gap-2 border-b border-line p-1">
      <input
        type="url"
        aria-label={t('address')}
        ref={focusNow}
        autoComplete="off"
        value={address}
        onChange={event => setAddress(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Escape') {
            event.preventDefault()
            event.stopPropagation()
            editor.commands.focus()
            onClose()
          }
          if (event.key !== 'Enter') return
          // Enter is for the link, not for the form around it.
          event.preventDefault()
          setLink()
        }}
        className={controlClass}
      />
      <Button disabled={href === undefined} onClick={setLink}>
        {t('setLink')}
      </Button>
    </div>
  )
}
