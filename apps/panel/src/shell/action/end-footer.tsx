import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.js'
import { DrawerFooter } from '../../ui/drawer.js'
import { focusNow } from '../../ui/focus-now.js'
import { formatKeys } from '../format-keys.js'

/** At the end of an action nothing is left but to close it. */
export function EndFooter({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('app')
  return (
    <DrawerFooter>
      <Button
        look="primary"
        size="form"
        ref={focusNow}
        onClick={onClose}
        keys={formatKeys('enter')}
      >
        {t('close')}
      </Button>
    </DrawerFooter>
  )
}
