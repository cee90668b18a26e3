import { useTranslations } from 'use-intl'
import { listCommands } from '../core/commands/commands.js'
import { usePreferences } from '../data/use-preferences.js'
import { Dialog } from '../ui/dialog.js'
import { Kbd } from '../ui/kbd.js'
import { ScrollRegion } from '../ui/scroll-region.js'
import { type PanelCommand, useAllCommands } from './commands.js'
import { formatKeys } from './format-keys.js'

const groups = ['list', 'record', 'anywhere', 'goTo'] as const

/** The keys that work here. */
export default function Help({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations()
  const commands = listCommands(useAllCommands(), undefined)
  const { preferences } = usePreferences()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('help.title')}
      closeLabel={t('app.close')}
      shape="wide"
    >
      {preferences.hasShortcuts === false ? (
        <p className="px-4 pt-3 text-muted">{t('help.off')}</p>
      ) : null}
      <ScrollRegion label={t('help.title')} className="gap-x-8 px-4 py-3 sm:columns-2">
        {groups.map(group => (
          <HelpGroup
            key={group}
            title={t(`help.${group}`)}
            keysByTitle={collectKeys(commands, group)}
          />
        ))}
      </ScrollRegion>
    </Dialog>
  )
}

/** Several keys can do the same. */
function collectKeys(commands: readonly PanelCommand[], group: string): Map<string, string[]> {
  const keysByTitle = new Map<string, string[]>()
  for (const command of commands) {
    if (command.group !== group || command.shortcut === undefined) continue
    const keys = keysByTitle.get(command.title) ?? []
    keysByTitle.set(command.title, [...keys, formatKeys(command.shortcut)])
  }
  return keysByTitle
}

interface HelpGroupProps {
  readonly title: string
  readonly keysByTitle: ReadonlyMap<string, readonly string[]>
}

function HelpGroup({ title, keysByTitle }: HelpGroupProps) {
  if (keysByTitle.size === 0) return null
  return (
    <section className="mb-4 break-inside-avoid">
      <h3 className="mb-1 text-small font-medium text-muted">{title}</h3>
      <dl>
        {[...keysByTitle].map(([text, keys]) => (
          <div key={text} className="flex h-7 items-center justify-between gap-2">
            <dt className="truncate">{text}</dt>
            <dd className="flex gap-1.5">
              <span className="sr-only">{keys.join(', ')}</span>
              {keys.map(each => (
                <Kbd key={each} keys={each} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
