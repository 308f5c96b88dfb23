import { paths } from '@coopline/contract/paths'
import { PageHeading } from '@coopline/ui/page-heading'
import { Stack } from '@coopline/ui/stack'
import type { ReactNode } from 'react'
import { useText } from '../../../portal/text/text.tsx'
import styles from './account-overview.module.css'

interface EmbeddedViewProps {
  readonly title: string
  readonly children: ReactNode
}

/** A view inside the overview's page, with its title and its own menu (RU-39, REQ-D-267). */
export function EmbeddedView({ title, children }: EmbeddedViewProps) {
  const { page, views: text } = useText('accountOverview')
  return (
    <Stack gap="large">
      <PageHeading
        title={page.heading}
        actions={
          <a href={paths.accountOverview()} className={styles.wayOn}>
            {text.back}
          </a>
        }
      />
      <Stack row>
        <h2 className={styles.viewTitle}>{title}</h2>
        <nav aria-label={title}>
          <a href={paths.directUsageTracker()} className={styles.wayOn}>
            {text.usageAlone}
          </a>
        </nav>
      </Stack>
      {children}
    </Stack>
  )
}
