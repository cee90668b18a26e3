import { useEffect, useState } from 'react'

/** A text as it was when the person last rested from typing for so many milliseconds. */
export function useRested(text: string, milliseconds: number): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), milliseconds)
    return () => clearTimeout(timer)
  }, [text, milliseconds])
  return rested
}
