import { Camera, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { checkFiles, type FileProblem, readFileLimits } from '../../core/forms/file-value.js'
import { formatSize } from '../../core/text/format-number.js'
import { Button } from '../../ui/button.js'
import { focusNow } from '../../ui/focus-now.js'
import { useListener } from '../../ui/use-listener.js'
import type { EditProps } from '../edit-props.js'
import { FileItem } from './file-item.js'
import { readChosenFile } from './read-blob.js'

/** One or several files, chosen, dropped or taken with the camera of a phone. */
export default function EditFile(props: EditProps) {
  const { label, columnType, value, widget, isDisabled, onChange } = props
  const t = useTranslations('files')
  const language = useLocale()
  const isList = Array.isArray(columnType)
  const limits = readFileLimits(widget.parameters ?? {}, isList)
  const values = readTexts(value)
  const [problems, setProblems] = useState<readonly string[]>([])
  // One file replaces the one before; in a list it is added.
  const isFull = values.length >= limits.count && isList

  async function add(files: readonly File[]) {
    const found = checkFiles(files, isList ? values.length : 0, limits).map(describe)
    setProblems(found)
    if (files.length === 0 || found.length > 0) return
    try {
      const read = await Promise.all(files.map(readChosenFile))
      onChange(isList ? [...values, ...read] : (read[0] ?? null))
    } catch {
      setProblems([t('unreadable')])
    }
  }

  function remove(index: number) {
    const rest = values.filter((_, each) => each !== index)
    onChange(isList && rest.length > 0 ? rest : null)
  }

  function describe(problem: FileProblem): string {
    if (problem.kind === 'count') return t('tooMany', { count: problem.limit })
    if (problem.kind === 'size') {
      return t('tooLarge', { name: problem.name, size: formatSize(problem.limit, language) })
    }
    return t('wrongType', { name: problem.name, types: problem.allowed.join(', ') })
  }

  return (
    <div className="flex min-w-0 flex-col gap-2">
      {[...values.entries()].map(([index, text]) => (
        <FileItem
          key={index}
          text={text}
          label={label}
          onRemove={isDisabled ? undefined : () => remove(index)}
        />
      ))}
      {isDisabled || isFull ? null : (
        <DropZone
          edit={props}
          accept={limits.extensions.map(each => `.${each}`).join(',')}
          isList={isList}
          hint={
            widget.parameters?.filesSizeLimit
              ? t('atMost', { size: formatSize(limits.size, language) })
              : ''
          }
          action={values.length > 0 && !isList ? t('replace') : t('choose')}
          onFiles={files => void add(files)}
        />
      )}
      <div aria-live="polite">
        {problems.map(problem => (
          <p key={problem} className="text-small text-danger">
            {problem}
          </p>
        ))}
      </div>
    </div>
  )
}

interface DropZoneProps {
  readonly edit: EditProps
  readonly accept: string
  readonly isList: boolean
  readonly hint: string
  readonly action: string
  readonly onFiles: (files: readonly File[]) => void
}

function DropZone({ edit, accept, isList, hint, action, onFiles }: DropZoneProps) {
  const t = useTranslations('files')
  const chosen = useRef<HTMLInputElement>(null)
  const photo = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)

  const zone = useRef<HTMLDivElement>(null)
  useListener(zone, 'dragover', event => {
    event.preventDefault()
    setOver(true)
  })
  useListener(zone, 'dragleave', () => setOver(false))
  useListener(zone, 'drop', event => {
    event.preventDefault()
    setOver(false)
    onFiles([...(event.dataTransfer?.files ?? [])])
  })

  return (
    <div
      ref={zone}
      data-over={isOver || undefined}
      data-invalid={edit.isInvalid || undefined}
      className="flex min-h-16 flex-wrap items-center justify-center gap-2 rounded-control border border-dashed border-line-strong px-3 py-2 data-[invalid]:border-danger data-[over]:border-accent data-[over]:bg-selected"
    >
      <Button
        id={edit.id}
        aria-label={`${edit.label}: ${action}`}
        aria-describedby={edit.describedBy}
        ref={edit.hasFocus ? focusNow : undefined}
        icon={<Upload size={14} aria-hidden="true" />}
        onClick={() => chosen.current?.click()}
      >
        {action}
      </Button>
      <span className="hidden pointer-coarse:inline">
        <Button
          icon={<Camera size={14} aria-hidden="true" />}
          onClick={() => photo.current?.click()}
        >
          {t('takePhoto')}
        </Button>
      </span>
      <span className="text-small text-muted pointer-coarse:hidden">{t('dropHere')}</span>
      {hint ? <span className="text-small text-faint">{hint}</span> : null}
      <HiddenInput
        ref={chosen}
        label={edit.label}
        accept={accept}
        isList={isList}
        onFiles={onFiles}
      />
      <HiddenInput
        ref={photo}
        label={t('takePhoto')}
        accept="image/*"
        isCamera
        isList={false}
        onFiles={onFiles}
      />
    </div>
  )
}

interface HiddenInputProps {
  readonly ref: React.Ref<HTMLInputElement>
  readonly label: string
  readonly accept: string
  readonly isList: boolean
  readonly isCamera?: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** The browser's dialog opens through an input; what a person sees and reaches is the button. */
function HiddenInput({ ref, label, accept, isList, isCamera = false, onFiles }: HiddenInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      aria-label={label}
      tabIndex={-1}
      hidden
      accept={accept === '' ? undefined : accept}
      multiple={isList}
      capture={isCamera ? 'environment' : undefined}
      onChange={event => {
        onFiles([...(event.target.files ?? [])])
        // The same file can be chosen again.
        event.target.value = ''
      }}
    />
  )
}

function readTexts(value: unknown): readonly string[] {
  const values = Array.isArray(value) ? value : [value]
  return values.filter(each => typeof each === 'string' && each !== '')
}
