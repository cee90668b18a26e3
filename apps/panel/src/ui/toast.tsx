import { Toast as BaseToast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.js'
import { Kbd } from './kbd.js'

interface ShownToast {
  readonly text: string
  readonly kind: 'success' | 'danger' | 'info'
  readonly details?: ReactNode
  readonly undo?: () => void
}

/** The toasts of a page. */
export interface ToastQueue {
  readonly manager: ReturnType<typeof BaseToast.createToastManager<ShownToast>>
  readonly show: (toast: ShownToast) => void
}

const duration = 8_000
/** Only the last step can be taken back, so there is one toast that offers it. */
const undoId = 'undo'

export function createToasts(): ToastQueue {
  const manager = BaseToast.createToastManager<ShownToast>()
  return {
    manager,
    show(toast) {
      manager.add({
        ...(toast.undo && { id: undoId }),
        title: toast.text,
        description: toast.details,
        priority: toast.kind === 'danger' ? 'high' : 'low',
        timeout: duration,
        data: toast,
      })
    },
  }
}

interface ToastListProps {
  readonly toasts: ToastQueue
  readonly label: string
  readonly closeLabel: string
  readonly undoLabel: string
  readonly undoKeys: string
}

export function ToastList({ toasts, label, closeLabel, undoLabel, undoKeys }: ToastListProps) {
  return (
    <BaseToast.Provider toastManager={toasts.manager} limit={3}>
      <BaseToast.Portal>
        <BaseToast.Viewport
          aria-label={label}
          className="fixed right-4 bottom-16 z-50 flex w-[380px] max-w-[calc(100vw-24px)] flex-col gap-2 outline-none max-sm:right-3 max-sm:bottom-26"
        >
          <ShownToasts closeLabel={closeLabel} undoLabel={undoLabel} undoKeys={undoKeys} />
        </BaseToast.Viewport>
      </BaseToast.Portal>
    </BaseToast.Provider>
  )
}

const icons = {
  success: <CircleCheck size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-success" />,
  danger: <CircleAlert size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-danger" />,
  info: <Info size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-info" />,
}

function ShownToasts(labels: Omit<ToastListProps, 'toasts' | 'label'>) {
  const { toasts, close } = BaseToast.useToastManager<ShownToast>()
  return toasts.map(toast => {
    const { kind = 'info', undo } = toast.data ?? {}
    return (
      <BaseToast.Root
        key={toast.id}
        toast={toast}
        className="toast rounded-card border border-line bg-surface text-text shadow-float outline-none data-[limited]:hidden"
      >
        <BaseToast.Content className="flex items-start gap-2.5 py-2 pr-2 pl-3">
          <span className="flex h-7 items-center">{icons[kind]}</span>
          <div className="min-w-0 flex-1 py-1">
            <BaseToast.Title className="wrap-anywhere" render={<p />} />
            {toast.description ? (
              <BaseToast.Description
                className="wrap-anywhere text-small text-muted"
                render={<div />}
              />
            ) : null}
          </div>
          {undo ? (
            <button
              type="button"
              onClick={() => {
                close(toast.id)
                undo()
              }}
              className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-control px-2 font-medium text-accent hover:bg-hover pointer-coarse:min-h-11"
            >
              {labels.undoLabel}
              <Kbd keys={labels.undoKeys} />
            </button>
          ) : null}
          <BaseToast.Close
            render={
              <IconButton label={labels.closeLabel}>
                <X size={14} aria-hidden="true" />
              </IconButton>
            }
          />
        </BaseToast.Content>
      </BaseToast.Root>
    )
  })
}
