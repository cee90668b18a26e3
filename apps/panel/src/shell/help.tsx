import { useTranslations } from 'use-intl'
import { Dialog } from '../ui/dialog.js'
import { Kbd } from '../ui/kbd.js'
import { useAllCommands } from './commands.js'
import { formatKeys } from './format-keys.js'

const groups = ['list', 'anywhere'] as const

/** The keys that work here. */
export default function Help({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations()
  const commands = useAllCommands()
  return (
    <Dialog isOpen onClose={onClose} title={t('help.title')} closeLabel={t('app.close')}>
      <div className="overflow-y-auto px-4 py-3">
        {groups.map(group => {
          const members = commands.filter(each => each.group === group && each.shortcut)
          if (members.length === 0) return null
          return (
            <section key={group} className="mb-4">
              <h3 className="mb-1 text-small font-medium text-muted">{t(`help.${group}`)}</h3>
              <dl>
                {members.map(({ id, title, shortcut = '' }) => (
                  <div key={id} className="flex h-7 items-center justify-between">
                    <dt>{title}</dt>
                    <dd>
                      <span className="sr-only">{formatKeys(shortcut)}</span>
                      <Kbd keys={formatKeys(shortcut)} />
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )
        })}
      </div>
    </Dialog>
  )
}
