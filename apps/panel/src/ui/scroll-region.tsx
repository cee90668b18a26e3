import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

interface ScrollRegionProps {
  readonly label: string
  readonly className: string
  readonly children: ReactNode
}

const noSize = { scrollHeight: 0, clientHeight: 0, scrollWidth: 0, clientWidth: 0 }

/**
 * Text without anything to focus: when it does not fit, it gets the focus itself, so that keys scroll it. Texts for
 * screen readers are positioned in it: elsewhere they would make the page as wide as what is scrolled.
 */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  const [isScrolled, setScrolled] = useState(false)
  const ref = useRef<HTMLElement>(null)
  const measure = useEffectEvent(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = ref.current ?? noSize
    setScrolled(scrollHeight > clientHeight || scrollWidth > clientWidth)
  })
  // Other content does not change the size of the region.
  useLayoutEffect(measure)
  useEffect(() => {
    const observer = new ResizeObserver(measure)
    if (ref.current) observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return (
    <section
      ref={ref}
      aria-label={label}
      tabIndex={isScrolled ? 0 : undefined}
      className={`relative overflow-y-auto -outline-offset-2 ${className}`}
    >
      {children}
    </section>
  )
}
