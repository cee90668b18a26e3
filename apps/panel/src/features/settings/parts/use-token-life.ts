import { useState } from 'react'
import { computeExpiry, type TokenLife } from '../../../core/settings/token-times.js'

/** How long a token that is being created works. */
export function useTokenLife(onChange: () => void) {
  const [life, setLife] = useState<TokenLife>('90')
  const [day, setDay] = useState('')
  return {
    /** When it ends; undefined when never, null when the day is missing or past. */
    readExpiry: () => computeExpiry(life, day, new Date()),
    props: {
      life,
      day,
      onLife(next: TokenLife) {
        setLife(next)
        onChange()
      },
      onDay(next: string) {
        setDay(next)
        onChange()
      },
    },
  }
}
