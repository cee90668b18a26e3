import { useMessages, useTranslations } from 'use-intl'

/** In a chip the values follow: `is paid, shipped`. */
const shorter: Readonly<Record<string, string>> = { in: 'equal', not_in: 'not_equal' }

/** How an operator is written; one that has no text yet is shown by its name. */
export function useOperatorLabel(place: 'menu' | 'chip' = 'menu'): (operator: string) => string {
  const t = useTranslations('operators')
  const { operators } = useMessages()
  return operator => {
    const isKnown = (name: string): name is keyof typeof operators => Object.hasOwn(operators, name)
    const shown = place === 'chip' ? (shorter[operator] ?? operator) : operator
    return isKnown(shown) ? t(shown) : shown.replaceAll('_', ' ')
  }
}
