import { type DraftForm, type DraftItem, earliestStart } from '@coopline/rules/paying/drafts/check-draft'
import type { DraftObstacle } from '@coopline/rules/paying/drafts/draft-eligibility'
import { draftNotice } from '@coopline/rules/paying/drafts/drafts.messages'
import { needsDraftDay } from '@coopline/rules/paying/drafts/draft-types'
import { CheckboxField } from '@coopline/ui/checkbox-field'
import { DateField } from '@coopline/ui/date-field'
import { DigitsField } from '@coopline/ui/digits-field'
import { SelectField } from '@coopline/ui/select-field'
import { useLanguage, useText } from '../../../portal/text/text.tsx'
import type { RuleForm } from '../../../portal/form/use-rule-form.ts'
import { DraftAccountName } from './draft-account-name.tsx'
import type { DraftAccount, DraftOptionRow } from './draft-reads.ts'
import styles from './drafts.module.css'

interface Candidate {
  readonly account: DraftAccount
  readonly obstacle: DraftObstacle | null
}

interface CandidateListProps {
  readonly rows: readonly Candidate[]
  readonly form: RuleForm<DraftForm>
  readonly options: readonly DraftOptionRow[]
  readonly today: string
}

/** The accounts to select, one at a time or all at once. A selected account opens its panel; an ineligible one shows the reason. */
export function CandidateList(props: CandidateListProps) {
  const { rows, form, options, today } = props
  const { setUp: text } = useText('drafts')
  const { draftAccounts } = form.values
  const eligible = rows.filter(({ obstacle }) => obstacle === null)
  const itemFor = ({ accountNumber, eligibleDraftDate }: DraftAccount): DraftItem =>
    draftAccounts.find((item) => item.accountNumber === accountNumber) ?? {
      accountNumber,
      draftMethod: options.find(({ isDefault }) => isDefault)?.draftType ?? '',
      draftDay: '',
      draftStartDate: [today, earliestStart(eligibleDraftDate)].sort().at(-1) ?? today,
    }
  /** Selected accounts keep the order of the list, which is the order of the request. */
  const tick = (isTicked: (accountNumber: string) => boolean) =>
    form.change(
      { draftAccounts: eligible.map(({ account }) => itemFor(account)).filter((item) => isTicked(item.accountNumber)) },
      'draftAccounts',
    )
  const isTicked = (accountNumber: string) => draftAccounts.some((item) => item.accountNumber === accountNumber)
  return (
    <>
      <CheckboxField
        name="all"
        label={text.all}
        checked={eligible.length > 0 && draftAccounts.length === eligible.length}
        disabled={eligible.length === 0}
        onChange={({ target: { checked } }) => tick(() => checked)}
      />
      <ul className={styles.list} aria-label={text.accounts}>
        {rows.map((row) => (
          <CandidateRow
            key={row.account.accountNumber}
            {...props}
            row={row}
            isTicked={isTicked(row.account.accountNumber)}
            onTick={(checked) => tick((number) => (number === row.account.accountNumber ? checked : isTicked(number)))}
          />
        ))}
      </ul>
    </>
  )
}

interface CandidateRowProps extends CandidateListProps {
  readonly row: Candidate
  readonly isTicked: boolean
  readonly onTick: (checked: boolean) => void
}

function CandidateRow({ row: { account, obstacle }, isTicked, onTick, form, options }: CandidateRowProps) {
  const { language } = useLanguage()
  const { accountNumber } = account
  return (
    <li className={styles.candidate}>
      <CheckboxField
        name={`account.${accountNumber}`}
        label={<DraftAccountName account={account} />}
        hint={obstacle === null ? undefined : draftNotice(obstacle, language)}
        checked={isTicked}
        disabled={obstacle !== null}
        onChange={({ target: { checked } }) => onTick(checked)}
      />
      {isTicked && <CandidatePanel accountNumber={accountNumber} form={form} options={options} />}
    </li>
  )
}

type PanelProps = Pick<CandidateListProps, 'form' | 'options'> & { readonly accountNumber: string }

function CandidatePanel({ accountNumber, form, options }: PanelProps) {
  const { setUp: text } = useText('drafts')
  const { draftAccounts } = form.values
  const index = draftAccounts.findIndex((item) => item.accountNumber === accountNumber)
  const item = draftAccounts[index]
  if (item === undefined) return null
  const field = (name: keyof DraftItem, label: string) => {
    const path = `draftAccounts.${index}.${name}`
    return {
      name: path,
      label,
      'aria-label': text.ofAccount(label, accountNumber),
      value: item[name],
      error: form.errorOf(path),
      onBlur: () => form.blur(path),
      onChange: ({ target }: { readonly target: { readonly value: string } }) =>
        form.change(
          { draftAccounts: draftAccounts.map((one) => (one === item ? { ...item, [name]: target.value } : one)) },
          path,
        ),
    }
  }
  const dayLabel = item.draftMethod === 'DAY_OF_MONTH' ? text.dayOfMonth : text.daysAfter
  return (
    <div className={styles.fields}>
      <SelectField
        {...field('draftMethod', text.when)}
        placeholder={text.choose}
        options={options.map(({ draftType, display }) => ({ value: draftType, text: display }))}
      />
      {needsDraftDay(item.draftMethod) && <DigitsField {...field('draftDay', dayLabel)} maxDigits={2} />}
      <DateField {...field('draftStartDate', text.start)} />
    </div>
  )
}
