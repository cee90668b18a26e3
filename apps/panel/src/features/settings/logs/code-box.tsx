import { useId } from 'react'
import { ScrollRegion } from '../../../ui/scroll-region.js'
import { CopyButton } from '../../../widgets/copy-button.js'

interface CodeBoxProps {
  readonly title: string
  readonly text: string
}

/** Text for programs, with a button that copies it. */
export function CodeBox({ title, text }: CodeBoxProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <header className="mb-1 flex items-center justify-between gap-2">
        <h3 id={id} className="font-medium">
          {title}
        </h3>
        <CopyButton getText={() => text} />
      </header>
      <ScrollRegion
        label={title}
        className="max-h-72 overflow-x-auto rounded-card border border-line bg-sunken p-3"
      >
        <pre className="font-mono text-small wrap-anywhere whitespace-pre-wrap">{text}</pre>
      </ScrollRegion>
    </section>
  )
}
