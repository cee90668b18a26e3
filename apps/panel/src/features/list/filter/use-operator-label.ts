import { useMessages, useTranslations } from 'use-intl'

/** How an operator is written; one that has no text yet is shown by its name. */
export function useOperatorLabel(): (operator: string) => string {
  const t = useTranslations('operators')
  const { operators } = useMessages()
  return operator => {
    const isKnown = (name: string): name is keyof typeof operators => Object.hasOwn(operators, name)
    return isKnown(operator) ? t(operator) : operator.replaceAll('_', ' ')
  }
}
