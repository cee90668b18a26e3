import { useId } from 'react'
import { CopyButton } from '../../widgets/copy-button.js'

interface CodeBlockProps {
  /** What it is: a command, or the name of a file. */
  readonly title: string
  readonly hint?: string | undefined
  readonly text: string
  /** Whether the text is not complete yet, so that copying it would be of no use. */
  readonly isIncomplete?: boolean
}

/** A text to copy into a terminal or a file. */
export function CodeBlock({ title, hint, text, isIncomplete = false }: CodeBlockProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="overflow-hidden rounded-card border border-line">
      <header className="flex min-h-9 items-center gap-2 border-b border-line bg-sunken py-1 pr-1 pl-3">
        <h3 id={id} className="min-w-0 flex-1 font-mono text-small font-medium wrap-anywhere">
          {title}
        </h3>
        {isIncomplete ? null : <CopyButton getText={() => text} />}
      </header>
      {hint ? <p className="px-3 pt-2 text-small text-muted">{hint}</p> : null}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page is scrolled by keys
        tabIndex={0}
        className="overflow-x-auto px-3 py-2 font-mono text-small leading-5"
      >
        {text}
      </pre>
    </section>
  )
}
