import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Counts seconds down and then calls back, once for each `start`. A tab that nobody sees waits at
 * zero.
 */
export function useCountdown(
  start: object | undefined,
  seconds: number,
  onEnd: () => void,
): number {
  const [left, setLeft] = useState(seconds)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    if (!start) return
    const endsAt = Date.now() + seconds * 1000
    setLeft(seconds)
    const timer = setInterval(() => {
      const next = Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))
      setLeft(next)
      if (next > 0 || document.visibilityState !== 'visible') return
      clearInterval(timer)
      end()
    }, 250)
    return () => clearInterval(timer)
  }, [start, seconds])
  return left
}
