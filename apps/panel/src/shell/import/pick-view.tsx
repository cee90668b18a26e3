import { clsx } from 'clsx'
import { FileUp, History } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { countStored } from '../../core/import/stored-import.js'
import { Button } from '../../ui/button.js'
import { DrawerBody } from '../../ui/drawer.js'
import type { ViewProps } from './view-props.js'

/** Takes a file, by a drop or a choice. */
export function PickView({ session, state }: ViewProps) {
  const t = useTranslations('import')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const { stored, phase, error } = state
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file) void session.pick(file)
  }
  return (
    <DrawerBody>
      {stored ? (
        <section
          aria-label={t('interruptedBefore')}
          className="flex flex-col gap-2 rounded-card bg-info-bg p-3"
        >
          <p className="flex items-start gap-2 text-info">
            <History size={16} aria-hidden="true" className="mt-0.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">
              {t('goOn', { file: stored.fileName, ...countStored(stored) })}
            </span>
          </p>
          <div>
            <Button onClick={() => session.reset()}>{t('forget')}</Button>
          </div>
        </section>
      ) : null}
      <section
        aria-label={t('drop')}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={event => {
          event.preventDefault()
          setOver(false)
          take(event.dataTransfer.files)
        }}
        className={clsx(
          'flex flex-col items-center gap-3 rounded-card border border-dashed px-4 py-12 text-center',
          isOver ? 'border-accent bg-selected' : 'border-line-strong',
        )}
      >
        <FileUp size={24} aria-hidden="true" className="text-faint" />
        <p className="text-form font-medium">{t('drop')}</p>
        <Button
          size="form"
          look="primary"
          disabled={phase === 'busy'}
          onClick={() => input.current?.click()}
        >
          {t('choose')}
        </Button>
        <label htmlFor={id} className="sr-only">
          {t('file')}
        </label>
        <input
          ref={input}
          id={id}
          type="file"
          tabIndex={-1}
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          className="sr-only"
          onChange={event => take(event.target.files)}
        />
        <p className="max-w-80 text-small text-muted">{t('pickHint')}</p>
      </section>
      {error ? (
        <p role="alert" className="text-danger">
          {t('unreadable')}
        </p>
      ) : null}
    </DrawerBody>
  )
}
