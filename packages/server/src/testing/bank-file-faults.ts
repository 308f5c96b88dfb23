import { parse, type ParsedBatch, type ParsedEntry, type ParsedFile, validate } from 'achkit'

/**
 * Lists the faults that an independent reader finds in a bank file: lengths, blocks, counts, hashes, totals and check
 * digits as the library `achkit` sees them, and the rules for WEB debits that it leaves out. Empty for a sound file. The portal reads
 * each bank file back with a reader of its own, but its writer and that reader could misread the format in the same way.
 */
export function bankFileFaults(content: string): readonly string[] {
  const { errors } = validate(content)
  if (errors.length > 0) return errors.map(({ field, message }) => `${field}: ${message}`)
  const file = parse(content)
  return [
    ...(file.control === undefined ? ['the file has no control record'] : []),
    ...(file.batches.length === 0 ? ['the file has no batch'] : []),
    ...file.batches.flatMap((batch, index) => (batch.batchNumber === index + 1 ? [] : ['a batch is out of order'])),
    ...file.batches.flatMap((batch) => batchFaults(file, batch)),
    ...(namesItsBank(content) ? file.batches.flatMap((batch) => bankFaults(file, batch)) : []),
    ...fieldFaults(content.split('\n')),
  ]
}

/** Fields that the library does not read: whether a WEB debit is recurring or single, and the end of a batch. */
function fieldFaults(lines: readonly string[]): readonly string[] {
  const debitLines = lines.filter((line) => /^6[23][78]/u.test(line))
  const [heads, ends] = ['5', '8'].map((type) => lines.filter((line) => line.startsWith(type)))
  const classOf = (line: string) => line.slice(1, 4) + line.slice(79)
  return [
    ...(debitLines.every((line) => /^[RS] $/u.test(line.slice(76, 78))) ? [] : ['a WEB debit has no payment type']),
    ...(heads?.map(classOf).join() === ends?.map(classOf).join() ? [] : ['a batch ends as another one']),
  ]
}

/** False for an immediate destination of ten digits, which a bank may ask for instead of its routing number. */
const namesItsBank = (content: string): boolean => content[3] === ' '

const bankFaults = (file: ParsedFile, batch: ParsedBatch): readonly string[] =>
  batch.originDfi === file.destinationRouting.slice(0, 8) ? [] : ['a batch is of another bank than its file']

function batchFaults(file: ParsedFile, batch: ParsedBatch): readonly string[] {
  const { control, entries, serviceClass } = batch
  const when = (isWrong: boolean, fault: string) => (isWrong ? [fault] : [])
  const traces = entries.map((entry) => entry.traceNumber)
  return [
    ...when(control === undefined, 'a batch has no control record'),
    ...when(batch.sec !== 'WEB', `a batch is ${batch.sec}, not WEB`),
    ...when(entries.length === 0, 'a batch has no entry'),
    ...when(batch.companyName === '' || batch.companyId === '' || batch.description === '', 'a batch names no company'),
    ...when(batch.effectiveDate <= file.creationDate, 'a batch settles before its file is sent'),
    ...when(
      new Set(traces).size < traces.length || traces.join() !== traces.toSorted().join(),
      'traces are not ascending',
    ),
    ...when(serviceClass === 225 && control?.totalCredit !== 0, 'a batch of debits has credits'),
    ...when(serviceClass === 200 && control?.totalCredit !== control?.totalDebit, 'a balanced batch is not balanced'),
    ...when(serviceClass !== 225 && serviceClass !== 200, `a batch has service class ${serviceClass}`),
    ...entries.flatMap((entry) => entryFaults(batch, entry)),
  ]
}

/** Debits and prenotes of checking and savings accounts, and the credit to the cooperative's own account. */
const [debits, prenotes, credit] = [[27, 37], [28, 38], 22]

function entryFaults(batch: ParsedBatch, { txnCode, amountCents, name, traceNumber, ...entry }: ParsedEntry) {
  const isCredit = txnCode === credit && batch.serviceClass === 200
  const isKnown = isCredit || debits.includes(txnCode) || prenotes.includes(txnCode)
  return [
    ...(isKnown ? [] : [`${name}: transaction code ${txnCode}`]),
    ...(prenotes.includes(txnCode) === (amountCents === 0) ? [] : [`${name}: an amount that does not suit its code`]),
    ...(name === '' || entry.account === '' || entry.idNumber === '' ? [`${traceNumber}: a field is empty`] : []),
    ...(traceNumber.startsWith(batch.originDfi) ? [] : [`${name}: a trace number of another bank`]),
    ...(entry.addendaFlag || entry.addenda.length > 0 ? [`${name}: an addendum, which no draft has`] : []),
  ]
}
