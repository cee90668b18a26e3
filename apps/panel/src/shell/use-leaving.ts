import { useEffect, useState } from 'react'
import { history } from '../data/history.js'

/** Asks before a form that somebody has filled in is lost: closing it, going back, closing the tab. */
export function useLeaving(isTouched: boolean, onEnd: () => void) {
  const [decide, setDecide] = useState<(isStaying: boolean) => void>()
  useEffect(() => {
    if (!isTouched) return undefined
    return history.block({
      enableBeforeUnload: true,
      blockerFn: () => new Promise<boolean>(resolve => setDecide(() => resolve)),
    })
  }, [isTouched])
  return {
    isAsking: decide !== undefined,
    ask() {
      if (isTouched) setDecide(() => () => {})
      else onEnd()
    },
    stay() {
      setDecide(undefined)
      decide?.(true)
    },
    leave() {
      decide?.(false)
      onEnd()
    },
  }
}
