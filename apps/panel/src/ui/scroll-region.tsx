import { type ReactNode, useCallback, useState } from 'react'

interface ScrollRegionProps {
  readonly label: string
  readonly className: string
  readonly children: ReactNode
}

/**
 * Text without anything to focus: when it does not fit, it gets the focus itself, so that keys scroll it. Texts for
 * screen readers are positioned in it: elsewhere they would make the page as wide as what is scrolled.
 */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  const [isScrolled, setScrolled] = useState(false)
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new ResizeObserver(() =>
      setScrolled(
        element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth,
      ),
    )
    observer.observe(element)
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
