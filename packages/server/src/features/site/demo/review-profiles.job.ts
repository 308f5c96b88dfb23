import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deps } from '../../../platform/deps.ts'
import { scheduledJob } from '../../../platform/jobs/feature-job.ts'
import { listProfilesPendingReview, type Profile } from '../../accounts/account-profile/public.ts'
import { importBundle } from '../integration/public.ts'

export const reviewProfilesJob = scheduledJob(
  'demo.review-profiles',
  '* * * * *',
  reviewProfiles,
  ({ env }) => env.DEMO,
)

/** The milliseconds that the demo cooperative takes to review a change. */
const reviewMs = 20_000
const mostAtOnce = 500

/**
 * Plays the demo cooperative: approves every profile change that is pending review and imports it, naming the event, as a
 * real cooperative would.
 *
 * @throws Error when the import refuses a row.
 */
async function reviewProfiles({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const pending = await listProfilesPendingReview(db, new Date(clock.now().getTime() - reviewMs), mostAtOnce)
  if (pending.length === 0) return
  const directory = await mkdtemp(join(tmpdir(), 'coopline-demo-'))
  try {
    const rows = pending.map(({ profile, lastEvent }) => [...rowOf(profile), String(lastEvent)])
    const text = [header, ...rows].map((row) => `${row.map(cell).join(',')}\n`).join('')
    await writeFile(join(directory, 'account-profiles.csv'), text)
    const faults: string[] = []
    await importBundle(
      { db, clock },
      { directory, report: (entry) => void faults.push(`line ${entry.line}: ${entry.column} ${entry.reason}`) },
    )
    if (faults.length > 0) throw new Error(`Reviewed profiles were not all imported: ${faults.join('; ')}`)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

const slots = [1, 2, 3] as const

const header: readonly string[] = [
  'account_number',
  'first_name',
  'middle_name',
  'last_name',
  'spouse_name',
  'street_number',
  'street_name',
  'street_type',
  'unit',
  'city',
  'state',
  'zip',
  ...slots.flatMap((slot) => ['id', 'kind', 'digits', 'extension'].map((name) => `phone_${slot}_${name}`)),
  'changes_through_event',
]

const cell = (value: string): string => (/[",]/u.test(value) ? `"${value.replaceAll('"', '""')}"` : value)

function rowOf({ accountNumber, name, spouseName, address, phones }: Profile): readonly string[] {
  return [
    accountNumber,
    name.firstName,
    name.middleName,
    name.lastName,
    spouseName,
    address.streetNumber,
    address.streetName,
    address.streetType,
    address.unit,
    address.city,
    address.state,
    address.zip,
    ...slots.flatMap((slot) => {
      const phone = phones[slot - 1]
      if (phone === undefined) return ['', '', '', '']
      return [ownId(phone.detailId), phone.kind, phone.digits, phone.extension]
    }),
  ]
}

/** The cooperative's id of a phone that was added in the portal. */
const ownId = (detailId: string): string => detailId.replace(/^portal-/u, 'D-').slice(0, 40)
