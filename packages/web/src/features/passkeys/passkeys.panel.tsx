import type { Passkey } from '@coopline/contract/passkeys/passkeys.contract'
import { Alert } from '@coopline/ui/alert'
import { Button } from '@coopline/ui/button'
import { Card } from '@coopline/ui/card'
import { Stack } from '@coopline/ui/stack'
import { useState } from 'react'
import { Loaded } from '../../portal/loaded.tsx'
import { News } from '../../portal/news.tsx'
import { useText } from '../../portal/text.tsx'
import { useMemberRead } from '../../portal/use-member-read.ts'
import { AddPasskeyDialog } from './add-passkey.dialog.tsx'
import { passkeyObstacle } from './passkey-obstacle.ts'
import { PasskeyTable } from './passkey-table.tsx'
import { RemovePasskeyDialog } from './remove-passkey.dialog.tsx'
import { RenamePasskeyDialog } from './rename-passkey.dialog.tsx'

type Asked =
  | { readonly kind: 'add' }
  | { readonly kind: 'rename'; readonly passkey: Passkey }
  | { readonly kind: 'remove'; readonly passkey: Passkey }

/** The member's passkeys: add, name and remove them. */
export function PasskeysPanel({ memberNumber }: { readonly memberNumber: string }) {
  const text = useText('passkeys')
  const list = useMemberRead('GET /v3/members/{memberNumber}/passkeys', { params: { memberNumber } })
  const [asked, setAsked] = useState<Asked | null>(null)
  const [news, setNews] = useState<string | null>(null)
  const obstacle = passkeyObstacle(window.location.hostname, window.isSecureContext, 'PublicKeyCredential' in window)

  const ask = (next: Asked) => {
    setNews(null)
    setAsked(next)
  }
  const close = () => setAsked(null)
  const closeWith = (said: string) => {
    setNews(said)
    setAsked(null)
    void list.refetch()
  }
  return (
    <Stack>
      {news !== null && <News key={news} title={news} />}
      <Card title={text.list.title}>
        <Stack>
          <p>{text.list.lead}</p>
          <Loaded query={list} loading={text.list.loading} height="8rem">
            {({ passkeys }) => (
              <PasskeyTable
                passkeys={passkeys}
                onRename={(passkey) => ask({ kind: 'rename', passkey })}
                onRemove={(passkey) => ask({ kind: 'remove', passkey })}
              />
            )}
          </Loaded>
          {obstacle === null ? (
            <Stack row>
              <Button onClick={() => ask({ kind: 'add' })}>{text.add.open}</Button>
            </Stack>
          ) : (
            <Alert tone="info" title={text.obstacle.title}>
              <p>{text.obstacle[obstacle]}</p>
            </Alert>
          )}
        </Stack>
      </Card>
      {asked?.kind === 'add' && (
        <AddPasskeyDialog
          memberNumber={memberNumber}
          onAdded={(name) => closeWith(text.add.added(name))}
          onCancel={close}
        />
      )}
      {asked?.kind === 'rename' && (
        <RenamePasskeyDialog
          memberNumber={memberNumber}
          passkey={asked.passkey}
          onRenamed={(name) => closeWith(text.rename.renamed(name))}
          onCancel={close}
        />
      )}
      {asked?.kind === 'remove' && (
        <RemovePasskeyDialog
          memberNumber={memberNumber}
          passkey={asked.passkey}
          onRemoved={() => closeWith(text.removal.removed(asked.passkey.name))}
          onCancel={close}
        />
      )}
    </Stack>
  )
}
