import { Content } from '@coopline/ui/content'
import { Skeleton } from '@coopline/ui/skeleton'
import type { ReactNode } from 'react'
import { useLanguage } from '../text/text.tsx'
import { useRead } from '../call/use-read.ts'
import { contentLine, type SiteMessageKey } from '../text/content-line.ts'

interface SiteMessageProps {
  readonly of: SiteMessageKey
  readonly children: ReactNode
}

/**
 * Shows the cooperative's message above what it is about, if it has one. Both appear together, or without a message that cannot be
 * loaded: one that came later would move a button from under a finger.
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
