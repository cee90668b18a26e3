import { Suspense } from 'react'
import { useLayoutEditing } from '../../data/layout-editing.js'
import type { FrameParts } from '../../shell/frame.js'
import { lazyPart } from '../../ui/lazy-part.js'

const Bar = lazyPart(() => import('./editor-bar.js'))
const Drawer = lazyPart(() => import('./editor-drawer.js'))
const Navigation = lazyPart(() => import('./navigation-editor.js'))

/** What is around the screens while somebody edits the layout. */
export function useEditorParts(): FrameParts | undefined {
  return useLayoutEditing() && parts
}

const parts: FrameParts = {
  top: (
    <Suspense>
      <Bar />
    </Suspense>
  ),
  navigation: (
    <Suspense>
      <Navigation />
    </Suspense>
  ),
  beside: (
    <Suspense>
      <Drawer />
    </Suspense>
  ),
}
