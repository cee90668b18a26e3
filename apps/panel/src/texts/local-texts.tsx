import { type ReactNode, useEffect, useState } from 'react'
import { IntlProvider } from 'use-intl'
import { getTexts, loadTexts } from './catalogue.js'

interface LocalTextsProps {
  readonly locale: string
  readonly timeZone: string
  readonly children: ReactNode
}

/** Texts, numbers and dates in a language. Until its texts are loaded, those that were there before stay. */
export function LocalTexts({ locale, timeZone, children }: LocalTextsProps) {
  const [shown, setShown] = useState(getTexts(locale) ? locale : 'en')
  useEffect(() => {
    let isWanted = true
    const show = () => {
      if (isWanted) setShown(locale)
    }
    void loadTexts(locale).then(show, () => {})
    return () => {
      isWanted = false
    }
  }, [locale])
  useEffect(() => {
    document.documentElement.lang = shown
  }, [shown])
  return (
    <IntlProvider locale={shown} messages={getTexts(shown)} timeZone={timeZone}>
      {children}
    </IntlProvider>
  )
}
