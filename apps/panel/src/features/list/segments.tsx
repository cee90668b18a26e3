import { clsx } from 'clsx'
import { useTranslations } from 'use-intl'

interface SegmentsProps {
  readonly names: readonly string[]
  readonly current: string | undefined
  readonly onChoose: (name: string | undefined) => void
}

/** Segments as tabs; the first one is every record. */
export function Segments({ names, current, onChoose }: SegmentsProps) {
  const t = useTranslations('list')
  const tabs = [undefined, ...names]
  return (
    <nav aria-label={t('segments')} className="flex min-w-0 gap-1 overflow-x-auto">
      {tabs.map(name => {
        const isCurrent = name === current
        return (
          <button
            key={name ?? ''}
            type="button"
            aria-current={isCurrent ? 'true' : undefined}
            onClick={() => onChoose(name)}
            className={clsx(
              'relative h-9 shrink-0 px-2 font-medium whitespace-nowrap -outline-offset-2 pointer-coarse:h-11',
              isCurrent
                ? 'text-text after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-full after:bg-accent'
                : 'text-muted hover:text-text',
            )}
          >
            {name ?? t('all')}
          </button>
        )
      })}
    </nav>
  )
}
