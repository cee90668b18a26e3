import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePreferences } from '../data/use-preferences.js'
import { useSchemaReload } from '../data/use-schema-reload.js'
import { ErrorBoundary } from '../ui/error-boundary.js'
import { lazyPart } from '../ui/lazy-part.js'
import { PopupLoader } from '../ui/popup-loader.js'
import { ActionHost } from './action/action-host.js'
import { Banners } from './banners.js'
import { type PanelCommand, useCommands } from './commands.js'
import { PartBoundary } from './part-boundary.js'
import { PlaceBar } from './place-bar.js'
import { RecordDialogHost } from './record/record-dialog-host.js'
import { Sidebar } from './sidebar.js'
import { densities, takeNext, themes, useTheme } from './theme.js'
import { ToastHost } from './toasts.js'
import { useUndoKeys } from './undo.js'
import { useDocumentTitle } from './use-document-title.js'
import { useGoTo } from './use-go-to.js'
import { useLinks } from './use-links.js'
import { useRememberedPlace } from './use-remembered-place.js'
import { useShortcuts } from './use-shortcuts.js'

const Palette = lazyPart(() => import('./palette/palette.js'))
const NavigationSheet = lazyPart(() => import('./navigation-sheet.js'))
const Help = lazyPart(() => import('./help.js'))

type Overlay = 'palette' | 'help' | 'navigation'

/** What is around the screens while their layout is edited. */
export interface FrameParts {
  readonly top: ReactNode
  /** In place of the sidebar. */
  readonly navigation: ReactNode
  readonly beside: ReactNode
}

interface FrameProps {
  readonly editor?: FrameParts | undefined
  readonly children: ReactNode
}

/** The place bar, the sidebar and, beside it, a screen. */
export function Frame({ editor, children }: FrameProps) {
  const t = useTranslations()
  const { preferences, change } = usePreferences()
  const [overlay, setOverlay] = useState<Overlay>()
  const close = () => setOverlay(undefined)
  const openNavigation = useCallback(() => setOverlay('navigation'), [])
  const openPalette = useCallback(() => setOverlay('palette'), [])
  const { theme = 'system', density = 'default', isSidebarCollapsed = false } = preferences
  useTheme(preferences)
  useDocumentTitle()
  useLinks()
  useRememberedPlace()
  useSchemaReload()
  useGoTo()
  useUndoKeys()
  useShortcuts(preferences.hasShortcuts !== false)
  useCommands(
    useMemo(
      (): readonly PanelCommand[] => [
        {
          id: 'palette',
          title: t('shell.openPalette'),
          group: 'anywhere',
          shortcut: 'mod+k',
          worksWhileTyping: true,
          isKeyOnly: true,
          run: openPalette,
        },
        {
          id: 'help',
          title: t('shell.openHelp'),
          group: 'anywhere',
          shortcut: '?',
          run: () => setOverlay('help'),
        },
        {
          id: 'theme',
          title: t('shell.nextTheme'),
          group: 'anywhere',
          shortcut: 'shift+m',
          run: () => change({ theme: takeNext(themes, theme) }),
        },
        {
          id: 'density',
          title: t('shell.nextDensity'),
          group: 'anywhere',
          shortcut: 'shift+d',
          run: () => change({ density: takeNext(densities, density) }),
        },
      ],
      [t, theme, density, change, openPalette],
    ),
  )
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:absolute focus:m-2"
      >
        {t('app.skip')}
      </a>
      <PlaceBar onOpenNavigation={openNavigation} onOpenPalette={openPalette} />
      <Banners />
      {editor?.top}
      <div className="flex min-h-0 flex-1">
        <div
          className={`shrink-0 border-r border-line max-sm:hidden ${editor ? 'w-[300px] max-md:w-[232px]' : isSidebarCollapsed ? 'w-[52px]' : 'w-[232px]'}`}
        >
          <PartBoundary>
            {editor?.navigation ?? <Sidebar isCollapsed={isSidebarCollapsed} />}
          </PartBoundary>
        </div>
        <main id="content" className="flex min-w-0 flex-1 flex-col bg-surface">
          {children}
        </main>
        {editor?.beside}
      </div>
      <ActionHost />
      <ErrorBoundary resetKey={overlay} fallback={() => null}>
        <PopupLoader onCancel={close}>
          {overlay === 'navigation' ? <NavigationSheet onClose={close} /> : null}
          {overlay === 'palette' ? <Palette onClose={close} /> : null}
          {overlay === 'help' ? <Help onClose={close} /> : null}
        </PopupLoader>
      </ErrorBoundary>
      <RecordDialogHost />
      <ToastHost />
    </div>
  )
}
