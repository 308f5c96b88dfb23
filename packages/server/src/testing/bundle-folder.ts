import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ImportSummary } from '../features/site/integration/public.ts'
import { rmSync } from 'node:fs'

/** A folder with the files of a bundle, gone when the test has ended. */
export function bundleFolder(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'coopline-bundle-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}

/** One count for each file of a summary, without the zeros. */
export const countedBy = (summary: ImportSummary, what: 'added' | 'unchanged'): Readonly<Record<string, number>> =>
  Object.fromEntries(summary.files.filter((file) => file[what] > 0).map((file) => [file.file, file[what]]))

/** The rows of a file as text: each line ends in a line feed. */
export const csv = (...lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

/** Two members, three accounts, and what belongs to them. */
export const smallBundle = {
  'members.csv': csv('member_number,name,prefers_language', '10001,Ada Lindqvist,en', '10002,"Ortega, Ben",'),
  'phones.csv': csv('member_number,digits,kind', '10001,(715) 555-4821,cell', '10002,7155551177,home'),
  'emails.csv': csv('member_number,address', '10001,ada@example.org'),
  'accounts.csv': csv(
    'account_number,member_number,is_primary,holder_name,account_type,account_status,derived_status,service_street,service_city,service_state,service_zip,location_id,is_prepaid,prepaid_label,billing_type,card_eligible,echeck_eligible,no_more_checks',
    '100100101,10001,Y,Ada Lindqvist,Electric,Active,Current,412 Cedar Street,Eau Claire,WI,54701,L-1,N,,Standard,Y,Y,N',
    '100100102,10001,N,Ada Lindqvist,Water,Active,Current,412 Cedar Street,Eau Claire,WI,54701,,N,,Standard,Y,Y,N',
    '0200,10002,Y,Ben Ortega,Electric,Active,Past Due,"9 Mill Road, Apt ""B""",Altoona,WI,54720-1234,L-2,Y,Pay as you go,Budget,N,N,Y',
  ),
  'balances.csv': csv(
    'account_number,balance,past_due,due_date,cutoff_amount,cutoff_date,reconnect_fee,additional_deposit,disconnect_fee,over_pay_amount',
    '100100101,142.37,0.00,2026-12-04,0.00,,0.00,0.00,0.00,500.00',
    '100100102,-25.00,0.00,,0.00,,0.00,0.00,0.00,500.00',
    '0200,402.80,250.00,2026-10-10,250.00,2026-11-08,45.00,100.00,30.00,500.00',
  ),
  'bills.csv': csv(
    'account_number,bill_date,due_date,amount,usage_kwh,late_fee',
    '100100101,2026-11-13,2026-12-04,142.37,812.5,',
    '100100101,2026-10-13,2026-11-03,120.00,,2.50',
  ),
  'payments.csv': csv('account_number,reference,paid_on,amount,method', '100100101,P-1,2026-11-01,120.00,Check'),
} as const
