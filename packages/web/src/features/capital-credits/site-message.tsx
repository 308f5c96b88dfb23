import { Content } from '@coopline/ui/content'
import { Skeleton } from '@coopline/ui/skeleton'
import type { ReactNode } from 'react'
import { useLanguage } from '../../portal/text.tsx'
import { useRead } from '../../portal/use-read.ts'
import { contentLine, type SiteMessageKey } from './content-line.ts'

interface SiteMessageProps {
  readonly of: SiteMessageKey
  readonly children: ReactNode
}

/**
 * Shows the cooperative's message above a form, if it has one (CL-21, UC-57). The form appears with the message, or once it cannot
 * be loaded: a message that came later would move the button from under a finger.
 */
export function SiteMessage({ of: key, children }: SiteMessageProps) {
  const { language } = useLanguage()
  const { data, isPending } = useRead(contentLine, { params: { key }, query: { language } })
  if (isPending) return <Skeleton height="20rem" />
  return (
    <>
      {data !== undefined && data.content.length > 0 && <Content nodes={data.content} />}
      {children}
    </>
  )
}
