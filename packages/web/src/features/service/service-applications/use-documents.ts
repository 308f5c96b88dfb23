import type { ApplicationDocument } from '@coopline/contract/service/service-applications/service-applications.contract'
import { holdsCardNumber } from '@coopline/rules/kernel/card-number'
import { checkDocument, type DocumentProblem } from '@coopline/rules/service/service-applications/check-document'
import { documentMessage } from '@coopline/rules/service/service-applications/document.messages'
import { useState } from 'react'
import { fieldRefusals } from '../../../portal/call/field-refusals.ts'
import { base64Of, smallerPicture } from '../../../portal/form/prepare-picture.ts'
import { useLanguage } from '../../../portal/text/text.tsx'
import { useSend } from '../../../portal/call/use-send.ts'

/** Pixels of the longer side of a picture: small print on a page can be read. */
const longestSide = 3_000
/** As long as the server waits: 5 MB take more than three minutes on a line with 256 kbit/s. */
const timeoutMs = 300_000

/** The last change of a document, for screen readers and the eye. */
interface DocumentChange {
  /** `repeated`: the same content was attached before, perhaps under another name. */
  readonly what: 'attached' | 'repeated' | 'removed'
  readonly name: string
}

/** The documents of the application on the page. */
export interface Documents {
  readonly list: readonly ApplicationDocument[]
  readonly most: number
  /** Name of the file that is being sent; `null` when none is. */
  readonly attaching: string | null
  /** Id of the document that is being removed. */
  readonly removing: string | null
  /** The reason that the chosen file was refused; empty when it was not. */
  readonly refusal: string
  /** A failure that is not about the chosen file. */
  readonly failure: unknown
  readonly latest: DocumentChange | null
  readonly attach: (file: File) => void
  readonly remove: (document: ApplicationDocument, onRemoved: () => void) => void
}

interface DocumentsOptions {
  readonly token: string
  readonly start: readonly ApplicationDocument[]
  readonly most: number
  /** Receives the new end of the draft. */
  readonly onChanged: (expiresAt: string) => void
}

type Prepared = { readonly problem: DocumentProblem } | { readonly name: string; readonly contentBase64: string }

/** Reads a chosen file and makes a large picture smaller. */
async function prepare(file: File, others: Documents['list'], most: number): Promise<Prepared> {
  const content = file.type.startsWith('image/') ? await smallerPicture(file, longestSide) : file
  const problem = checkDocument(content.size, others, most)
  if (problem !== null) return { problem }
  try {
    // The server refuses a name with the digits of a card number, which names of scans can resemble.
    const name = holdsCardNumber(file.name) ? '' : file.name.slice(-200)
    return { name, contentBase64: await base64Of(content) }
  } catch {
    // The file was moved or changed after it was chosen.
    return { problem: { code: 'document-broken' } }
  }
}

interface Changed {
  readonly documents: readonly ApplicationDocument[]
  readonly expiresAt: string
}

/** Sends a chosen file. A refusal is about the file, a failure is not. */
function useAttach(token: string, { list, most }: Pick<Documents, 'list' | 'most'>, take: (answer: Changed) => void) {
  const { language } = useLanguage()
  const [attaching, setAttaching] = useState<string | null>(null)
  const [ownRefusal, setOwnRefusal] = useState('')
  const attach = useSend('POST /v3/service-applications/documents', { onSuccess: take })
  const [first] = fieldRefusals(attach.error, ['name', 'contentBase64'])
  const send = async (file: File, onAttached: (change: DocumentChange) => void) => {
    const prepared = await prepare(file, list, most)
    if ('problem' in prepared) return setOwnRefusal(documentMessage(prepared.problem, language))
    const { documents } = await attach.mutateAsync({ body: prepared, bearer: token, timeoutMs })
    const added = documents.find(({ id }) => list.every((other) => other.id !== id))
    onAttached(added === undefined ? { what: 'repeated', name: file.name } : { what: 'attached', name: added.name })
  }
  return {
    attaching,
    refusal: first?.message ?? ownRefusal,
    failure: first === undefined ? attach.error : null,
    start: (file: File, onAttached: (change: DocumentChange) => void) => {
      setAttaching(file.name)
      // `attach.error` shows what went wrong.
      void send(file, onAttached)
        .catch(() => undefined)
        .finally(() => setAttaching(null))
    },
    reset: () => {
      setOwnRefusal('')
      attach.reset()
    },
  }
}

/**
 * Attaches and removes documents of a saved application. Lives as long as the application is on the page, so that a file that is
 * being sent while the applicant looks at another step is not lost.
 */
export function useDocuments({ token, start, most, onChanged }: DocumentsOptions): Documents {
  const [list, setList] = useState(start)
  const [latest, setLatest] = useState<DocumentChange | null>(null)
  const take = ({ documents, expiresAt }: Changed) => {
    setList(documents)
    onChanged(expiresAt)
  }
  const { attaching, refusal, ...attach } = useAttach(token, { list, most }, take)
  const remove = useSend('DELETE /v3/service-applications/documents/{documentId}', { onSuccess: take })
  const begin = () => {
    setLatest(null)
    attach.reset()
    remove.reset()
  }
  return {
    list,
    most,
    attaching,
    removing: remove.isPending ? remove.variables.params.documentId : null,
    refusal,
    failure: attach.failure ?? remove.error,
    latest,
    attach: (file) => {
      begin()
      attach.start(file, setLatest)
    },
    remove: ({ id, name }, onRemoved) => {
      begin()
      const onSuccess = () => {
        setLatest({ what: 'removed', name })
        onRemoved()
      }
      remove.mutate({ params: { documentId: id }, bearer: token }, { onSuccess })
    },
  }
}
