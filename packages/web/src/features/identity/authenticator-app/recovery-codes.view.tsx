import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { CopyButton } from '@coopline/ui/copy-button'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { useSite } from '../../../portal/page/site.tsx'
import { useText } from '../../../portal/text/text.tsx'
import { useFocusOnce } from '../../../portal/page/use-focus-once.ts'
import styles from './authenticator-app.module.css'
import { saveFile } from '../../../portal/form/save-file.ts'

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onDone: () => void
}

/** The recovery codes, this once; closed only by who says to have saved them. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { codes: text } = useText('authenticatorApp')
  const { coopName } = useSite().settings
  const title = useFocusOnce<HTMLHeadingElement>()
  const [areSaved, setSaved] = useState(false)
  const download = () => {
    const lines = [text.fileTitle(coopName), text.fileNote, '', ...codes, '']
    saveText(text.fileName, lines.join('\r\n'))
  }
  return (
    <Card>
      <Stack>
        <h2 ref={title} tabIndex={-1}>
          {text.title}
        </h2>
        <p>{text.lead}</p>
        <ul className={styles.codes} aria-label={text.list}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <Stack row>
          <CopyButton text={codes.join('\n')} label={text.copy} copied={text.copied} failed={text.copyFailed} />
          <Button variant="secondary" onClick={download}>
            {text.download}
          </Button>
          <Button variant="secondary" onClick={() => window.print()}>
            {text.print}
          </Button>
        </Stack>
        <div data-print="no">
          <CheckboxField
            label={text.saved}
            checked={areSaved}
            onChange={(event) => setSaved(event.target.checked)}
            name="saved"
          />
        </div>
        <Stack row>
          <Button disabledReason={areSaved ? undefined : text.first} onClick={onDone}>
            {text.done}
          </Button>
        </Stack>
      </Stack>
    </Card>
  )
}

/** Hands the browser a text to save as a file. Nothing of it leaves the device. */
const saveText = (fileName: string, text: string): void =>
  saveFile(fileName, new Blob([text], { type: 'text/plain;charset=utf-8' }))
