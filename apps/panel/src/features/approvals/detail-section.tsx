import { type ReactNode, useId } from 'react'

interface DetailSectionProps {
  readonly title: string
  readonly children: ReactNode
}

export function DetailSection({ title, children }: DetailSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-2 text-small font-medium text-muted">
        {title}
      </h3>
      {children}
    </section>
  )
}
