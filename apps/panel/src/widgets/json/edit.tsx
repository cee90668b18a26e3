import { isDocument } from '@service/datasource-toolkit'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../../ui/button.js'
import type { EditProps } from '../edit-props.js'
import { EditJsonText } from './json-text.js'
import { ObjectForm } from './object-form.js'

/** A JSON value: as text, or in a form where its members are known. */
export default function EditJson(props: EditProps) {
  const { columnType, value, onProblem } = props
  const t = useTranslations('editors')
  const members = isDocument(columnType) ? columnType : undefined
  const fits = value === null || value === undefined || isDocument(value)
  const [isText, setText] = useState(false)
  if (!members || !fits) return <EditJsonText {...props} />
  return (
    <div className="flex flex-col gap-2">
      {isText ? (
        <EditJsonText {...props} />
      ) : (
        <ObjectForm {...props} members={members} value={isDocument(value) ? value : null} />
      )}
      <div>
        <Button
          look="ghost"
          onClick={() => {
            // What cannot be read is not taken along: the other editor shows the value before.
            onProblem(undefined)
            setText(!isText)
          }}
        >
          {isText ? t('asForm') : t('asText')}
        </Button>
      </div>
    </div>
  )
}
