import { useLayoutEffect, useRef, useState } from 'react'
import type { HtmlHeight, SandboxReady, ShowHtml } from '../sandbox/messages.js'
import { getSandboxPath } from './get-sandbox-path.js'

interface HtmlFrameProps {
  readonly html: string
  /** The name of the frame for screen readers. */
  readonly title: string
}

/** A taller text scrolls inside of the frame. */
const mostHeight = 2_000

/** HTML of others: purified, in a page that has no rights of the panel and runs no script of theirs. */
export function HtmlFrame({ html, title }: HtmlFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(24)

  useLayoutEffect(() => {
    function show() {
      const element = frame.current
      if (!element) return
      const { color, caretColor } = getComputedStyle(element)
      const message: ShowHtml = {
        kind: 'show-html',
        html,
        colors: { text: color, link: caretColor, scheme: readColorScheme() },
      }
      // The frame has an opaque origin, which a target origin cannot name.
      element.contentWindow?.postMessage(message, '*')
    }
    function receive({ source, data }: MessageEvent<HtmlHeight | SandboxReady | null>) {
      if (!source || source !== frame.current?.contentWindow) return
      if (data?.kind === 'height') setHeight(Math.min(data.height, mostHeight))
      if (data?.kind === 'ready') show()
    }
    window.addEventListener('message', receive)
    // The page may have become ready while nobody listened: React hides what is beside a part that
    // waits for its code. A page that is not ready yet drops the message, and asks for it.
    show()
    const stopWatching = watchTheme(show)
    return () => {
      window.removeEventListener('message', receive)
      stopWatching()
    }
  }, [html])

  return (
    <iframe
      ref={frame}
      title={title}
      src={getSandboxPath('html')}
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      className="w-full shrink-0 border-0 text-text caret-accent"
      style={{ height }}
    />
  )
}

/** Calls back when the page gets other colours. */
function watchTheme(onChange: () => void): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const own = new MutationObserver(onChange)
  own.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-contrast'] })
  system.addEventListener('change', onChange)
  return () => {
    own.disconnect()
    system.removeEventListener('change', onChange)
  }
}

function readColorScheme(): 'light' | 'dark' {
  const { colorScheme } = getComputedStyle(document.documentElement)
  if (colorScheme === 'light' || colorScheme === 'dark') return colorScheme
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
