import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Segment } from '../../ui/choice.js'
import { Mentions } from './mentions.js'
import { OwnNotes } from './own-notes.js'
import { useItemKeys } from './use-item-keys.js'

/** What colleagues wrote to the person, and what the person wrote. */
export default function InboxScreen() {
  const t = useTranslations('notes')
  const shell = useTranslations('shell')
  const name = useId()
  const list = useRef<HTMLDivElement>(null)
  const [tab, setTab] = useState<'mentions' | 'ownNotes'>('mentions')
  useItemKeys(list)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 max-sm:px-3">
        <h1 className="text-title font-semibold">{shell('inbox')}</h1>
        <fieldset className="flex rounded-control bg-sunken p-0.5">
          <legend className="sr-only">{t('tabs')}</legend>
          {(['mentions', 'ownNotes'] as const).map(each => (
            <Segment key={each} name={name} checked={tab === each} onChange={() => setTab(each)}>
              {t(each)}
            </Segment>
          ))}
        </fieldset>
      </header>
      <div
        ref={list}
        className="min-h-0 flex-1 overflow-y-auto border-t border-line px-4 py-3 max-sm:px-3"
      >
        <div className="max-w-[720px]">{tab === 'mentions' ? <Mentions /> : <OwnNotes />}</div>
      </div>
    </div>
  )
}
