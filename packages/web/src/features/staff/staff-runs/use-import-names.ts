import type { StaffListedImport } from '@coopline/contract/staff/staff-runs/staff-runs.contract'
import { useText } from '../../../portal/text/text.tsx'

/** Returns functions that name the parts of an import for staff. */
export function useImportNames() {
  const { list: text, kinds: known, outcomes } = useText('staffRuns')
  const kinds: Readonly<Record<string, string>> = known
  return {
    /** A kind of a later or former version keeps its own name. */
    kind: (kind: string) => kinds[kind] ?? kind,
    outcome: (outcome: StaffListedImport['outcome']) => (outcome === null ? text.notEnded : outcomes[outcome]),
    files: ({ name, files }: Pick<StaffListedImport, 'name' | 'files'>) =>
      files > 1 ? text.more(name, files - 1) : name,
  }
}
